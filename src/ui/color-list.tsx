import { Plus, X } from "lucide-react";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { ColorInput } from "./color-input.tsx";

const texts = {
  color: { zh: "颜色 {n}", en: "Colour {n}" },
  add: { zh: "添加颜色", en: "Add a colour" },
  remove: { zh: "移除颜色 {n}", en: "Remove colour {n}" },
};
const defaultColor = "#1f5eff";

type ColorListProps = {
  id: string;
  value: readonly string[];
  max: number;
  locale: Locale;
  disabled: boolean;
  onChange: (colors: string[]) => void;
  onBlur: () => void;
};

/** An ordered list of colours, each with an input. */
export function ColorList({ id, value, max, locale, disabled, onChange, onBlur }: ColorListProps) {
  return (
    <div id={id} tabIndex={-1} className="flex flex-wrap items-center gap-2">
      {value.map((color, index) => (
        <span key={index} className="flex items-center">
          <label className="sr-only" htmlFor={`${id}-${index}`}>
            {formatText(texts.color, { n: index + 1 })[locale]}
          </label>
          <ColorInput
            id={`${id}-${index}`}
            value={color}
            locale={locale}
            invalid={false}
            disabled={disabled}
            describedBy={undefined}
            onChange={(next) => onChange(value.with(index, next))}
            onBlur={onBlur}
          />
          <Button
            kind="quiet"
            size="icon"
            aria-label={formatText(texts.remove, { n: index + 1 })[locale]}
            disabled={disabled}
            onClick={() => onChange(value.toSpliced(index, 1))}
          >
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </span>
      ))}
      <Button disabled={disabled || value.length >= max} onClick={() => onChange([...value, defaultColor])}>
        <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
        {texts.add[locale]}
      </Button>
    </div>
  );
}
