import type { CommonFieldOptions } from "#kit/field.ts";
import type { Operator } from "#kit/filter.ts";
import type { Schemas } from "#kit/schemas.ts";
import type { Locale } from "#kit/text.ts";
import { yesNo, yesNoChoices } from "#kit/yes-no.ts";

const operators: Operator[] = ["eq"];
const examples: { field: object; valid: boolean[]; invalid: unknown[] } = {
  field: {},
  valid: [true, false],
  invalid: ["true", 1],
};

/** The parts of a field type whose values are yes or no. */
export const yesNoField = {
  storage: "boolean" as const,
  check: (_field: object, { boolean }: Schemas) => boolean(),
  message: () => ({ zh: "请选择是或否", en: "Choose yes or no" }),
  operators,
  whenEmpty: false,
  // A bool column is shown as yes or no (B-145).
  cellStyle: () => ({ type: "bool" }),
  // A search form needs a third option: any.
  searchControl: (field: CommonFieldOptions) => ({ ...field, type: "dropdownlist" as const, options: yesNoChoices }),
  settings: {},
  Show: ({ value, locale }: { value: boolean | null; locale: Locale }) => yesNo[`${value === true}`][locale],
  examples,
};
