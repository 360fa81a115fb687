import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { findRegionCode } from "#kit/region-names.ts";
import { isRegion, regionChoices, regionName } from "#kit/regions.ts";
import { Select } from "#ui/select.tsx";

const placeholder = { zh: "请选择省份", en: "Choose a province" };

export default defineField({
  type: "province",
  title: { zh: "省份", en: "Province" },
  group: "place",
  storage: "text",
  check: () => string().check(refine((code) => isRegion("province", code))),
  message: () => ({ zh: "请从列表中选择省份", en: "Choose a province from the list" }),
  operators: ["eq", "in"],
  isChoice: true,
  settings: {},
  plainText: (value, _field, locale) => regionName(value, locale),
  readText: (text) => findRegionCode("province", text),
  Show: ({ value, locale }) => (value === null ? null : <>{regionName(value, locale)}</>),
  Edit: ({ field, locale, ...edit }) => (
    <Select
      {...edit}
      className="max-w-80"
      options={regionChoices("province", locale)}
      placeholder={field.placeholder ?? placeholder[locale]}
      isClearable={field.required !== true}
    />
  ),
  examples: { field: {}, valid: ["110000", "440000"], invalid: ["110100", "北京", "990000", 110000] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The code of a province of China, six digits. */
    province: { value: string; options: object };
  }
}
