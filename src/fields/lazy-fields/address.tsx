import { maxLength, refine, strictObject, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { regionOfFullName } from "#kit/region-names.ts";
import { fullNameOf, regionCoded } from "#kit/regions.ts";
import type { Locale } from "#kit/text.ts";
import { Input } from "#ui/input.tsx";
import { RegionSelect } from "#ui/region-select.tsx";

const maxCharacters = 200;
const texts = { street: { zh: "街道、门牌号", en: "Street and number" } };

function textOf({ region, street }: { region: string; street: string }, locale: Locale): string {
  const place = fullNameOf(Number(region), locale);
  return locale === "zh" ? place + street : `${street}, ${place}`;
}

/** Maximum length of the street address, in characters. */
const maxPlaceLength = 120;

/** Parses the output of `textOf`: the region comes before the street in Chinese, after it in English. */
function readAddress(text: string): { region: string; street: string } | undefined {
  for (let index = Math.min(text.length - 1, maxPlaceLength); index > 1; index -= 1) {
    const region = regionOfFullName(text.slice(0, index));
    if (region !== undefined) return { region, street: text.slice(index).trim() };
  }
  for (let index = text.indexOf(", "); index !== -1; index = text.indexOf(", ", index + 1)) {
    const region = text.length - index > maxPlaceLength ? undefined : regionOfFullName(text.slice(index + 2));
    if (region !== undefined) return { region, street: text.slice(0, index).trim() };
  }
  return undefined;
}

export default defineField({
  type: "address",
  title: { zh: "地址", en: "Address" },
  storage: "json",
  check: () =>
    strictObject({
      region: string().check(refine((code) => regionCoded(code) !== undefined)),
      street: string().check(
        maxLength(maxCharacters),
        refine((text) => text.trim() !== ""),
      ),
    }),
  message: () => ({
    zh: `请选择地区，并填写街道和门牌号（最多 ${maxCharacters} 个字符）`,
    en: `Choose a region, and enter street and number (up to ${maxCharacters} characters)`,
  }),
  operators: [],
  isGroup: true,
  settings: {},
  plainText: (value, _field, locale) => textOf(value, locale),
  readText: readAddress,
  Show: ({ value, locale }) => (value === null ? null : <>{textOf(value, locale)}</>),
  Edit: ({ id, value, locale, onChange, onBlur, ...edit }) => {
    const { region = "", street = "" } = value ?? {};
    const change = (next: { region: string; street: string }) =>
      onChange(next.region === "" && next.street.trim() === "" ? null : next);
    return (
      <span className="grid gap-2">
        <RegionSelect
          id={id}
          value={region === "" ? null : region}
          locale={locale}
          invalid={edit.invalid}
          disabled={edit.disabled}
          describedBy={edit.describedBy}
          onChange={(code) => change({ region: code ?? "", street })}
          onBlur={() => undefined}
        />
        <Input
          id={`${id}-street`}
          aria-label={texts.street[locale]}
          placeholder={texts.street[locale]}
          maxLength={maxCharacters}
          value={street}
          aria-invalid={edit.invalid}
          aria-describedby={edit.describedBy}
          disabled={edit.disabled}
          onChange={(event) => change({ region, street: event.target.value })}
          onBlur={onBlur}
        />
      </span>
    );
  },
  examples: {
    field: {},
    valid: [{ region: "440305", street: "科技园路 1 号" }],
    invalid: [{ region: "440305", street: " " }, { region: "999999", street: "1" }, { street: "1" }, "深圳"],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** An address in China: the code of its region, and the street. */
    address: { value: { region: string; street: string }; options: object };
  }
}
