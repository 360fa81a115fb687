import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { isRegion, isWithin, regionName } from "#kit/regions.ts";
import { RegionLevelSelect } from "#ui/region-level-select.tsx";

/** The province that another field of the row says; undefined where there is no such field. */
const provinceOf = (field: { province?: string }, row: Readonly<Record<string, unknown>>) =>
  row[field.province ?? "province"];

export default defineField({
  type: "city",
  title: { zh: "城市", en: "City" },
  storage: "text",
  siblings: (field) => [field.province ?? "province"],
  check: (field, row = {}) => {
    const province = provinceOf(field, row);
    return string().check(
      refine((code) => isRegion("city", code) && (typeof province !== "string" || isWithin(code, province))),
    );
  },
  message: () => ({ zh: "请从列表中选择城市", en: "Choose a city from the list" }),
  operators: ["eq", "in"],
  isChoice: true,
  plainText: (value, _field, locale) => regionName(value, locale),
  Show: ({ value, locale }) => (value === null ? null : <>{regionName(value, locale)}</>),
  Edit: ({ field, siblings, ...edit }) => (
    <RegionLevelSelect
      {...edit}
      level="city"
      within={provinceOf(field, siblings)}
      placeholder={field.placeholder}
      isRequired={field.required === true}
    />
  ),
  examples: {
    field: {},
    valid: ["110100", "440300"],
    invalid: ["110000", "省份", "999999", 110100],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The code of a city of China, six digits. `province` names the field of the province that it lies in, "province" unless said. */
    city: { value: string; options: { province?: string } };
  }
}
