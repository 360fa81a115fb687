import { regex, string } from "zod/mini";
import { readTime, stepTime, timePattern } from "#kit/clock.ts";
import { defineField } from "#kit/field.ts";
import { StepInput } from "#ui/step-input.tsx";

const placeholder = { zh: "如 09:30", en: "HH:MM" };
/** Minutes that an arrow key adds or subtracts by default. */
const defaultStep = 15;

export default defineField({
  type: "timepicker",
  title: { zh: "时间", en: "Time" },
  isDefault: true,
  group: "time",
  storage: "time",
  // PostgreSQL returns times with their seconds.
  normalize: (value) => value.replace(/^(\d\d:\d\d):00$/, "$1"),
  check: () => string().check(regex(timePattern)),
  readText: readTime,
  message: () => ({ zh: "请输入时间，例如 09:30", en: "Enter a time such as 09:30" }),
  operators: ["eq", "gte", "lte", "between"],
  settings: {
    step: { type: "number", name: { zh: "步长（分钟）", en: "Step in minutes" }, min: 1, max: 720 },
  },
  searchControl: (field, operator) => (operator === "between" ? { type: "timerange", name: field.name } : field),
  Show: ({ value }) => <span className="tabular-nums">{value}</span>,
  Edit: ({ field, value, ...edit }) => (
    <StepInput
      {...edit}
      value={value ?? ""}
      placeholder={field.placeholder ?? placeholder[edit.locale]}
      read={readTime}
      step={(time, count) => stepTime(time, count * (field.step ?? defaultStep))}
      onChange={(time) => edit.onChange(time === "" ? null : time)}
    />
  ),
  examples: { field: {}, valid: ["09:30", "23:59:59"], invalid: ["24:00", "9:30", "noon", 930], sample: () => "09:30" },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A time of day without a time zone: `HH:mm` or `HH:mm:ss`. `step`: minutes that an arrow key adds or subtracts, 15 by default. */
    timepicker: { value: string; options: { step?: number } };
  }
}
