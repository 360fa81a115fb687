import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { findRegionCodeByFullName } from "#kit/region-names.ts";
import { fullNameOf, regionByCode } from "#kit/regions.ts";
import { RegionSelect } from "#ui/region-select.tsx";

export default defineField({
  type: "region",
  title: { zh: "地区", en: "Region" },
  group: "place",
  storage: "text",
  check: () => string().check(refine((code) => regionByCode(code) !== undefined)),
  message: () => ({ zh: "请从列表中选择地区", en: "Choose a region from the list" }),
  operators: ["eq"],
  isGroup: true,
  settings: {},
  plainText: (value, _field, locale) => fullNameOf(Number(value), locale),
  readText: findRegionCodeByFullName,
  Show: ({ value, locale }) => (value === null ? null : <>{fullNameOf(Number(value), locale)}</>),
  Edit: (edit) => <RegionSelect {...edit} />,
  examples: { field: {}, valid: ["110000", "440300", "440305"], invalid: ["999999", "深圳", 440305] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The six-digit code of a province, city or county of China. */
    region: { value: string; options: object };
  }
}
