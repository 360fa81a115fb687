import { gte, lte, number, refine } from "zod/mini";
import { defineField, type FieldConfig } from "#kit/field.ts";
import { boundSettings } from "#kit/field-settings.ts";
import { formatString, type Text } from "#kit/text.ts";
import { decimalsOf, NumberInput } from "#ui/number-input.tsx";

/** Whole steps by default; minimum 0 (B-135, B-136). */
const bounds = (field: Pick<FieldConfig<"number">, "min" | "max" | "step">) => ({
  min: field.min ?? 0,
  max: field.max ?? 2_147_483_647,
  step: field.step ?? 1,
});

export default defineField({
  type: "number",
  title: { zh: "数字", en: "Number" },
  storage: "decimal",
  check(field) {
    const { min, max, step } = bounds(field);
    const onStep = (value: number) => Math.abs(value / step - Math.round(value / step)) < 1e-9;
    return number().check(gte(min), lte(max), refine(onStep));
  },
  message(field) {
    const { min, max } = bounds(field);
    return { zh: `请输入 ${min} 到 ${max} 之间的数字`, en: `Enter a number from ${min} to ${max}` };
  },
  operators: ["eq", "gte", "lte", "between"],
  searchControl: (field, by) => (by === "between" ? { type: "numberrange", name: field.name } : field),
  toText: String,
  fromText: (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text)),
  align: "end",
  cellStyle: () => ({ type: "number" }),
  settings: {
    ...boundSettings,
    template: { type: "textbox", name: { zh: "显示格式", en: "Display format" }, localized: true, max: 40 },
  },
  Show: ({ value, field }) => (
    <>{value === null ? null : field.template === undefined ? value : formatString(field.template, { n: value })}</>
  ),
  Edit: ({ field, ...edit }) => (
    <NumberInput
      {...edit}
      placeholder={field.placeholder}
      decimals={decimalsOf(bounds(field).step)}
      isSigned={bounds(field).min < 0}
    />
  ),
  examples: {
    field: { max: 10 },
    valid: [0, 10],
    invalid: [-1, 11, 1.5, "3"],
    sample: ({ min = 0, max = 1_000_000 }, n) => min + (n % (max - min + 1)),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** `template`: how it reads where it is shown, `{n}` standing for the number. */
    number: { value: number; options: { min?: number; max?: number; step?: number; template?: Text } };
  }
}
