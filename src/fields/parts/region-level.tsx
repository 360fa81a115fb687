import { refine, string } from "zod/mini";
import type { EditProps } from "#kit/field.ts";
import type { Operator } from "#kit/filter.ts";
import { findRegionCode, regionText } from "#kit/region-names.ts";
import { isRegion, isWithin, regionName } from "#kit/regions.ts";
import type { Schemas } from "#kit/schemas.ts";
import type { Locale } from "#kit/text.ts";
import { RegionLevelSelect } from "#ui/region-level-select.tsx";

type Row = Readonly<Record<string, unknown>>;
type LevelEditProps<F> = Omit<EditProps<"city">, "field"> & {
  field: F & { placeholder?: string | undefined; required?: boolean | undefined };
};
const operators: Operator[] = ["eq", "in"];

/**
 * The parts of a field type whose value is the code of a city or county.
 * @param parentField returns the name of the field of the same row with the parent region; a row without that field accepts any region
 */
export const regionLevel = <F extends object>(level: "city" | "county", parentField: (field: F) => string) => ({
  storage: "text" as const,
  dependsOn: (field: F) => [parentField(field)],
  check: (field: F, _schemas: Schemas, row: Row = {}) => {
    const parentRegion = row[parentField(field)];
    return string().check(
      refine((code) => isRegion(level, code) && (typeof parentRegion !== "string" || isWithin(code, parentRegion))),
    );
  },
  operators,
  isChoice: true as const,
  plainText: (value: string, _field: F, locale: Locale) => regionText(level, value, locale),
  readText: (text: string, field: F, row: Row) => findRegionCode(level, text, row[parentField(field)]),
  Show: ({ value, locale }: { value: string | null; locale: Locale }) =>
    value === null ? null : <>{regionName(value, locale)}</>,
  Edit: ({ field, dependencies, ...edit }: LevelEditProps<F>) => (
    <RegionLevelSelect
      {...edit}
      level={level}
      within={dependencies[parentField(field)]}
      placeholder={field.placeholder}
      isRequired={field.required === true}
    />
  ),
});
