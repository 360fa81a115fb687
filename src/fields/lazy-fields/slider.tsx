import { gte, lte, number, refine } from "zod/mini";
import { defineField, type FieldConfig } from "#kit/field.ts";
import { boundSettings } from "#kit/field-settings.ts";
import { stepTolerance } from "#fields/parts/numeric.tsx";
import { decimalsOf } from "#ui/number-input.tsx";
import { Slider } from "#ui/slider.tsx";

const scaleOf = (field: Pick<FieldConfig<"slider">, "min" | "max" | "step">) => ({
  min: field.min ?? 0,
  max: field.max ?? 100,
  step: field.step ?? 1,
});

/** The limits of a search: any number with the decimals of the scale, because a `decimal` counts its steps from 0, a slider from `min`. */
function searchBoundsOf(field: FieldConfig<"slider">) {
  const { min, max, step } = scaleOf(field);
  return { min, max, step: 10 ** -Math.max(decimalsOf(min), decimalsOf(step)) };
}

export default defineField({
  type: "slider",
  title: { zh: "滑块", en: "Slider" },
  group: "number",
  storage: "decimal",
  check(field) {
    const { min, max, step } = scaleOf(field);
    const isOnStep = (value: number) =>
      Math.abs((value - min) / step - Math.round((value - min) / step)) <= stepTolerance;
    return number().check(gte(min), lte(max), refine(isOnStep));
  },
  message(field) {
    const { min, max } = scaleOf(field);
    return { zh: `请选择 ${min} 到 ${max} 之间的数值`, en: `Choose a value from ${min} to ${max}` };
  },
  operators: ["eq", "gte", "lte", "between"],
  searchControl: (field, operator) =>
    operator === "between"
      ? { type: "numberrange", name: field.name }
      : { type: "decimal", name: field.name, ...searchBoundsOf(field) },
  toText: String,
  fromText: (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text)),
  align: "end",
  cellStyle: () => ({ type: "number" }),
  settings: boundSettings,
  Show: ({ value }) => <span className="tabular-nums">{value}</span>,
  Edit: ({ field, ...edit }) => <Slider {...edit} {...scaleOf(field)} />,
  examples: {
    field: { min: 10, max: 20, step: 0.5 },
    valid: [10, 12.5, 20],
    invalid: [9.5, 20.5, 10.25, "12"],
    sample: (field, n) => scaleOf(field).min + scaleOf(field).step * (n % 10),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A number on a scale: 0 to 100 in whole steps by default. */
    slider: { value: number; options: { min?: number; max?: number; step?: number } };
  }
}
