import { localeNames } from "#kit/locale-names.ts";
import { maxMenuName } from "#kit/menu.ts";
import { formatText, locales, type LocalizedValue, type Text } from "#kit/text.ts";
import { Input } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";

const texts = { name: { zh: "名称（{language}）", en: "Name ({language})" } };

export const labelClass = "grid gap-1.5 text-sm font-medium text-ink-2";

type Name = LocalizedValue<string> | null;
type NameInputsProps = {
  name: Name;
  defaultName: Text;
  problem?: string | undefined;
  onChange: (name: Name) => void;
};

/** The name of an entry or a group in each language. While it is empty, the default name applies, which is shown as the placeholder. */
export function NameInputs({ name, defaultName, problem, onChange }: NameInputsProps) {
  const t = useText();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {locales.map((locale) => (
        <label key={locale} className={labelClass}>
          {t(formatText(texts.name, { language: t(localeNames[locale]) }))}
          <Input
            className="font-normal text-ink"
            value={name?.[locale] ?? ""}
            placeholder={defaultName[locale]}
            maxLength={maxMenuName}
            aria-invalid={problem !== undefined}
            onChange={({ target }) => onChange({ ...name, [locale]: target.value })}
          />
        </label>
      ))}
      {problem !== undefined && <p className="form-problem text-sm text-danger sm:col-span-2">{problem}</p>}
    </div>
  );
}
