import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { DateInput, isDay } from "#ui/date-input.tsx";

export default defineField({
  type: "date",
  title: { zh: "日期", en: "Day" },
  group: "time",
  storage: "date",
  isDefault: true,
  check: () => string().check(refine(isDay)),
  message: () => ({ zh: "请选择有效的日期", en: "Choose a valid date" }),
  operators: ["eq", "gte", "lte", "between"],
  searchControl: (field, operator) => (operator === "between" ? { type: "daterange", name: field.name } : field),
  settings: {},
  Show: ({ value }) => (value === null ? null : <time dateTime={value}>{value}</time>),
  Edit: ({ value, onChange, ...control }) => (
    <DateInput {...control} hasTime={false} value={value ?? ""} onChange={(day) => onChange(day === "" ? null : day)} />
  ),
  examples: { field: {}, valid: ["2026-11-22", "2024-02-29"], invalid: ["2026-02-29", "2026-1-1", "tomorrow", 5] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A calendar day as `yyyy-MM-dd`, the same in every time zone, such as a birthday. `datepicker` is the type for instants. */
    date: { value: string; options: object };
  }
}
