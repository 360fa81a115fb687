import { regex, string } from "zod/mini";
import { monthPattern, readMonth, stepMonth } from "#kit/clock.ts";
import { defineField } from "#kit/field.ts";
import { StepInput } from "#ui/step-input.tsx";

const placeholder = { zh: "如 2026-11", en: "YYYY-MM" };

export default defineField({
  type: "monthpicker",
  title: { zh: "月份", en: "Month" },
  group: "time",
  storage: "text",
  check: () => string().check(regex(monthPattern)),
  // Spreadsheet programs convert a typed month to a day.
  readText: (text) => readMonth(/^\d{4}-\d\d-01$/.test(text) ? text.slice(0, 7) : text),
  message: () => ({ zh: "请输入月份，例如 2026-11", en: "Enter a month such as 2026-11" }),
  operators: ["eq", "gte", "lte", "between"],
  searchControl: (field, operator) => (operator === "between" ? { type: "monthrange", name: field.name } : field),
  settings: {},
  Show: ({ value }) => <span className="tabular-nums">{value}</span>,
  Edit: ({ field, value, ...edit }) => (
    <StepInput
      {...edit}
      value={value ?? ""}
      placeholder={field.placeholder ?? placeholder[edit.locale]}
      read={readMonth}
      step={stepMonth}
      onChange={(month) => edit.onChange(month === "" ? null : month)}
    />
  ),
  examples: { field: {}, valid: ["2026-11", "1999-01"], invalid: ["2026-13", "2026-1", "2026", 202611] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A month as `yyyy-MM`, which sorts chronologically. */
    monthpicker: { value: string; options: object };
  }
}
