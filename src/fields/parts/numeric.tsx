import type { EditProps, FieldConfig } from "#kit/field.ts";
import type { Operator } from "#kit/filter.ts";
import type { Schemas } from "#kit/schemas.ts";
import type { Text } from "#kit/text.ts";
import { decimalsOf, NumberInput } from "#ui/number-input.tsx";

/** The limits of a number: from `min` to `max`, a multiple of `step`. */
export type Bounds = { min: number; max: number; step: number };
type Options = Partial<Bounds>;
type NumericEditProps = Omit<EditProps<"number">, "field"> & { field: Options & { placeholder?: string | undefined } };

/** Division by a fractional step rounds, so a quotient within this distance of a whole number counts as whole. */
export const stepTolerance = 1e-6;
const operators: Operator[] = ["eq", "gte", "lte", "between"];

/** The bounds of a field, or the defaults of its type. */
export const boundsOf = (field: Options, defaults: Bounds): Bounds => ({
  min: field.min ?? defaults.min,
  max: field.max ?? defaults.max,
  step: field.step ?? defaults.step,
});

/** The parts of a field type whose value is a number within bounds. */
export const numericField = (defaults: Bounds) => ({
  storage: "decimal" as const,
  check(field: Options, { gte, lte, number, refine }: Schemas) {
    const { min, max, step } = boundsOf(field, defaults);
    const maxDistance = Number.isInteger(step) ? 0 : stepTolerance;
    const isOnStep = (value: number) => Math.abs(value / step - Math.round(value / step)) <= maxDistance;
    return number().check(gte(min), lte(max), refine(isOnStep));
  },
  operators,
  searchControl: <F extends FieldConfig & { name: Text }>(
    field: F,
    operator: Operator,
  ): F | FieldConfig<"numberrange"> => (operator === "between" ? { type: "numberrange", name: field.name } : field),
  toText: String,
  fromText: (text: string) => (text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text)),
  align: "end" as const,
  cellStyle: () => ({ type: "number" }),
  Edit({ field, ...edit }: NumericEditProps) {
    const { min, step } = boundsOf(field, defaults);
    return <NumberInput {...edit} placeholder={field.placeholder} decimals={decimalsOf(step)} isSigned={min < 0} />;
  },
});
