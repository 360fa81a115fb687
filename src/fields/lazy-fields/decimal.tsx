import { defineField } from "#kit/field.ts";
import { boundSettings } from "#kit/field-settings.ts";
import { decimalsOf } from "#ui/number-input.tsx";
import { type Bounds, boundsOf, numericField } from "#fields/parts/numeric.tsx";

/** The defaults are steps of 0.01 and a minimum of 0 (B-136, B-137). */
const defaults: Bounds = { min: 0, max: 99_999_999_999, step: 0.01 };

export default defineField({
  type: "decimal",
  title: { zh: "小数", en: "Decimal" },
  group: "number",
  ...numericField(defaults),
  message(field) {
    const { min, max, step } = boundsOf(field, defaults);
    const decimals = decimalsOf(step);
    return {
      zh: `请输入 ${min} 到 ${max} 之间的数字，最多 ${decimals} 位小数`,
      en: `Enter a number from ${min} to ${max} with up to ${decimals} decimals`,
    };
  },
  settings: boundSettings,
  Show: ({ value, field }) =>
    value === null ? null : (
      <span className="tabular-nums">{value.toFixed(decimalsOf(boundsOf(field, defaults).step))}</span>
    ),
  examples: {
    field: { max: 100 },
    valid: [0, 12.5, 99.99],
    invalid: [-0.01, 100.01, 1.234, "3"],
    sample: (field, n) => boundsOf(field, defaults).min + (n % 100) / 4,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    decimal: { value: number; options: { min?: number; max?: number; step?: number } };
  }
}
