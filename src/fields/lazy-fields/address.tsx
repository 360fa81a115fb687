import { maxLength, refine, strictObject, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { findRegionCodeByFullName } from "#kit/region-names.ts";
import { fullNameOf, regionByCode } from "#kit/regions.ts";
import type { Locale } from "#kit/text.ts";
import { Input } from "#ui/input.tsx";
import { RegionSelect } from "#ui/region-select.tsx";

const maxStreetLength = 200;
const texts = { street: { zh: "街道、门牌号", en: "Street and number" } };

function addressText({ region, street }: { region: string; street: string }, locale: Locale): string {
  const regionName = fullNameOf(Number(region), locale);
  return locale === "zh" ? regionName + street : `${street}, ${regionName}`;
}

/** Longest text, in characters, that `readAddress` tries as the full name of a region. */
const maxRegionNameLength = 120;

/** Parses the output of `addressText`; undefined when no region is found. The region precedes the street in Chinese and follows it in English. */
function readAddress(text: string): { region: string; street: string } | undefined {
  for (let index = Math.min(text.length - 1, maxRegionNameLength); index > 1; index -= 1) {
    const region = findRegionCodeByFullName(text.slice(0, index));
    if (region !== undefined) return { region, street: text.slice(index).trim() };
  }
  for (let index = text.indexOf(", "); index !== -1; index = text.indexOf(", ", index + 1)) {
    const isTooLong = text.length - index > maxRegionNameLength;
    const region = isTooLong ? undefined : findRegionCodeByFullName(text.slice(index + 2));
    if (region !== undefined) return { region, street: text.slice(0, index).trim() };
  }
  return undefined;
}

export default defineField({
  type: "address",
  title: { zh: "地址", en: "Address" },
  group: "place",
  storage: "json",
  check: () =>
    strictObject({
      region: string().check(refine((code) => regionByCode(code) !== undefined)),
      street: string().check(
        maxLength(maxStreetLength),
        refine((text) => text.trim() !== ""),
      ),
    }),
  message: () => ({
    zh: `请选择地区，并填写街道和门牌号（最多 ${maxStreetLength} 个字符）`,
    en: `Choose a region, and enter street and number (up to ${maxStreetLength} characters)`,
  }),
  operators: [],
  isGroup: true,
  settings: {},
  plainText: (value, _field, locale) => addressText(value, locale),
  readText: readAddress,
  Show: ({ value, locale }) => (value === null ? null : <>{addressText(value, locale)}</>),
  Edit: ({ id, value, locale, onChange, onBlur, ...edit }) => {
    const { region = "", street = "" } = value ?? {};
    const changeTo = (address: { region: string; street: string }) =>
      onChange(address.region === "" && address.street.trim() === "" ? null : address);
    return (
      <span className="grid gap-2">
        <RegionSelect
          id={id}
          value={region === "" ? null : region}
          locale={locale}
          invalid={edit.invalid}
          disabled={edit.disabled}
          describedBy={edit.describedBy}
          onChange={(code) => changeTo({ region: code ?? "", street })}
          onBlur={() => undefined}
        />
        <Input
          id={`${id}-street`}
          aria-label={texts.street[locale]}
          placeholder={texts.street[locale]}
          maxLength={maxStreetLength}
          value={street}
          aria-invalid={edit.invalid}
          aria-describedby={edit.describedBy}
          disabled={edit.disabled}
          onChange={(event) => changeTo({ region, street: event.target.value })}
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
    /** An address in China: the six-digit code of its region, and the street. */
    address: { value: { region: string; street: string }; options: object };
  }
}
