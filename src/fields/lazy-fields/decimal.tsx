import { gte, lte, number, refine } from "zod/mini";
import { defineField, type FieldConfig } from "#kit/field.ts";
import { boundSettings } from "#kit/field-settings.ts";
import { decimalsOf, NumberInput } from "#ui/number-input.tsx";

/** Hundredths by default; minimum 0 (B-136, B-137). */
const bounds = (field: Pick<FieldConfig<"decimal">, "min" | "max" | "step">) => ({
  min: field.min ?? 0,
  max: field.max ?? 99_999_999_999,
  step: field.step ?? 0.01,
});

export default defineField({
  type: "decimal",
  title: { zh: "小数", en: "Decimal" },
  storage: "decimal",
  check(field) {
    const { min, max, step } = bounds(field);
    const onStep = (value: number) => Math.abs(value / step - Math.round(value / step)) < 1e-6;
    return number().check(gte(min), lte(max), refine(onStep));
  },
  message(field) {
    const { min, max } = bounds(field);
    const decimals = decimalsOf(bounds(field).step);
    return {
      zh: `请输入 ${min} 到 ${max} 之间的数字，最多 ${decimals} 位小数`,
      en: `Enter a number from ${min} to ${max} with up to ${decimals} decimals`,
    };
  },
  operators: ["eq", "gte", "lte", "between"],
  searchControl: (field, by) => (by === "between" ? { type: "numberrange", name: field.name } : field),
  toText: String,
  fromText: (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text)),
  align: "end",
  cellStyle: () => ({ type: "number" }),
  settings: boundSettings,
  Show: ({ value, field }) =>
    value === null ? null : <span className="tabular-nums">{value.toFixed(decimalsOf(bounds(field).step))}</span>,
  Edit: ({ field, ...edit }) => (
    <NumberInput
      {...edit}
      placeholder={field.placeholder}
      decimals={decimalsOf(bounds(field).step)}
      isSigned={bounds(field).min < 0}
    />
  ),
  examples: {
    field: { max: 100 },
    valid: [0, 12.5, 99.99],
    invalid: [-0.01, 100.01, 1.234, "3"],
    sample: (field, n) => bounds(field).min + (n % 100) / 4,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    decimal: { value: number; options: { min?: number; max?: number; step?: number } };
  }
}
