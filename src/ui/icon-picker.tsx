import { X } from "lucide-react";
import { useId, useState } from "react";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { iconSet } from "./icon-set.ts";
import { Input } from "./input.tsx";

const texts = {
  search: { zh: "搜索图标", en: "Search icons" },
  none: { zh: "没有符合条件的图标", en: "No icons match" },
  clear: { zh: "清空", en: "Clear" },
  chosen: { zh: "已选图标：{name}", en: "Chosen: {name}" },
};

/** The icon of a word; the word itself, where there is none. */
export function NamedIcon({ name }: { id?: string; name: string }) {
  const Icon = iconSet.find((one) => one.name === name)?.Icon;
  return Icon === undefined ? (
    name
  ) : (
    <Icon size={20} strokeWidth={1.5} role="img" aria-label={name} className="inline-block align-middle" />
  );
}

type IconPickerProps = {
  id: string;
  value: string | null;
  locale: Locale;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (name: string | null) => void;
  onBlur: () => void;
};

/** All icons in sight, to choose one from; found by their words in English or Chinese. Arrows go from one to the next. */
export function IconPicker({ id, value, locale, invalid, disabled, describedBy, onChange, onBlur }: IconPickerProps) {
  const group = useId();
  const [q, setQ] = useState("");
  const words = q.trim().toLowerCase();
  const found = iconSet.filter((icon) => icon.name.includes(words) || icon.words.includes(words));
  return (
    <div
      id={id}
      tabIndex={-1}
      aria-describedby={describedBy}
      className={`grid max-w-lg gap-2 rounded-md border bg-sheet p-2 ${invalid ? "border-danger" : "border-line-2"}`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <div className="flex items-center gap-2">
        <Input
          type="search"
          aria-label={texts.search[locale]}
          placeholder={texts.search[locale]}
          value={q}
          disabled={disabled}
          onChange={(event) => setQ(event.target.value)}
          // Searching is not sending the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <Button kind="quiet" disabled={disabled || value === null} onClick={() => onChange(null)}>
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
          {texts.clear[locale]}
        </Button>
      </div>
      <div
        role="radiogroup"
        aria-label={value === null ? undefined : formatText(texts.chosen, { name: value })[locale]}
        className="grid max-h-44 grid-cols-[repeat(auto-fill,minmax(40px,1fr))] overflow-auto pointer-coarse:grid-cols-[repeat(auto-fill,minmax(44px,1fr))]"
      >
        {found.map(({ name, words: title, Icon }) => (
          <label
            key={name}
            title={locale === "zh" ? title : name}
            className={`relative grid h-10 place-items-center rounded-sm outline-brand has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 pointer-coarse:h-11 ${value === name ? "bg-brand text-on-brand" : "text-ink-2 hover:bg-paper-3 hover:text-ink"}`}
          >
            <input
              type="radio"
              name={group}
              aria-label={locale === "zh" ? title : name}
              checked={value === name}
              disabled={disabled}
              onChange={() => onChange(name)}
              className="absolute inset-0 m-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
            />
            <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
          </label>
        ))}
      </div>
      {found.length === 0 && <p className="px-1 text-sm text-ink-3">{texts.none[locale]}</p>}
    </div>
  );
}
