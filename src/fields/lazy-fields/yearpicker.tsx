import { gte, int, lte } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { boundSettings } from "#kit/field-settings.ts";
import { StepInput } from "#ui/step-input.tsx";

const placeholder = { zh: "如 2026", en: "YYYY" };
const years = { min: 1900, max: 2199 };

const readYear = (input: string): string | undefined => /^(\d{4})年?$/.exec(input.normalize("NFKC").trim())?.[1];
const stepYear = (year: string, count: number): string =>
  String(year === "" ? new Date().getFullYear() : Number(year) + count);

export default defineField({
  type: "yearpicker",
  title: { zh: "年份", en: "Year" },
  group: "time",
  storage: "integer",
  check: ({ min = years.min, max = years.max }) => int().check(gte(min), lte(max)),
  message: ({ min = years.min, max = years.max }) => ({
    zh: `请输入 ${min} 到 ${max} 之间的年份`,
    en: `Enter a year from ${min} to ${max}`,
  }),
  operators: ["eq", "gte", "lte", "between"],
  searchControl: (field, operator) => (operator === "between" ? { type: "numberrange", name: field.name } : field),
  toText: String,
  fromText: (text) => (/^\d{4}$/.test(text) ? Number(text) : undefined),
  settings: { min: boundSettings.min, max: boundSettings.max },
  Show: ({ value }) => <span className="tabular-nums">{value}</span>,
  Edit: ({ field, value, ...edit }) => (
    <StepInput
      {...edit}
      value={value === null ? "" : String(value)}
      placeholder={field.placeholder ?? placeholder[edit.locale]}
      read={readYear}
      step={stepYear}
      // Text that is not a number becomes 0, which `check` refuses.
      onChange={(year) => edit.onChange(year === "" ? null : /^\d{1,9}$/.test(year) ? Number(year) : 0)}
    />
  ),
  examples: {
    field: {},
    valid: [2026, 1900],
    invalid: [1899, 2026.5, "2026", 0],
    sample: (_field, n) => 2000 + (n % 30),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    yearpicker: { value: number; options: { min?: number; max?: number } };
  }
}
