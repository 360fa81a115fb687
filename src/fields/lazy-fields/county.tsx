import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { isRegion, isWithin, regionName } from "#kit/regions.ts";
import { RegionLevelSelect } from "#ui/region-level-select.tsx";

/** The city that another field of the row says; undefined where there is no such field. */
const cityOf = (field: { city?: string }, row: Readonly<Record<string, unknown>>) => row[field.city ?? "city"];

export default defineField({
  type: "county",
  title: { zh: "区县", en: "County" },
  storage: "text",
  siblings: (field) => [field.city ?? "city"],
  check: (field, row = {}) => {
    const city = cityOf(field, row);
    return string().check(
      refine((code) => isRegion("county", code) && (typeof city !== "string" || isWithin(code, city))),
    );
  },
  message: () => ({ zh: "请从列表中选择区县", en: "Choose a county from the list" }),
  operators: ["eq", "in"],
  isChoice: true,
  plainText: (value, _field, locale) => regionName(value, locale),
  Show: ({ value, locale }) => (value === null ? null : <>{regionName(value, locale)}</>),
  Edit: ({ field, siblings, ...edit }) => (
    <RegionLevelSelect
      {...edit}
      level="county"
      within={cityOf(field, siblings)}
      placeholder={field.placeholder}
      isRequired={field.required === true}
    />
  ),
  examples: {
    field: {},
    valid: ["110101", "440305"],
    invalid: ["110000", "城市", "999999", 110100],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The code of a county of China, six digits. `city` names the field of the city that it lies in, "city" unless said. */
    county: { value: string; options: { city?: string } };
  }
}
