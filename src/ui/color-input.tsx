import type { Locale } from "#kit/text.ts";
import { colorPattern, normalizeColor } from "#kit/color.ts";
import { Input } from "./input.tsx";

const pick = { zh: "选择颜色", en: "Choose a colour" };

/** A colour as a swatch, with its hex code. */
export function ColorSample({ color }: { color: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className="size-4 rounded-sm border border-line-2" style={{ background: color }} />
      <span className="font-mono text-sm">{color}</span>
    </span>
  );
}

type ColorInputProps = {
  id: string;
  value: string | null;
  locale: Locale;
  placeholder?: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (color: string) => void;
  onBlur: () => void;
};

/** A colour, typed or pasted as a hex code, or picked with the swatch before it. */
export function ColorInput({
  id,
  value,
  locale,
  placeholder,
  invalid,
  disabled,
  describedBy,
  onChange,
  onBlur,
}: ColorInputProps) {
  const color = normalizeColor(value ?? "");
  const isColor = colorPattern.test(color);
  return (
    <span className="relative block max-w-44">
      <input
        type="color"
        aria-label={pick[locale]}
        title={pick[locale]}
        className="absolute top-1/2 left-2 size-6 -translate-y-1/2 cursor-pointer appearance-none rounded-sm border border-line-2 bg-transparent p-0 disabled:cursor-not-allowed disabled:opacity-55 [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded-sm [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        disabled={disabled}
        value={isColor ? color : "#ffffff"}
        onChange={(event) => onChange(event.target.value)}
      />
      <Input
        id={id}
        className="pl-11 font-mono"
        value={value ?? ""}
        placeholder={placeholder ?? "#000000"}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          if (isColor && color !== value) onChange(color);
          onBlur();
        }}
      />
    </span>
  );
}
