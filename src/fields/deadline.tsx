import { defineField } from "#kit/field.ts";
import { isInstant } from "#kit/format.ts";
import { TimeLeft } from "#ui/time-left.tsx";

export default defineField({
  type: "deadline",
  title: { zh: "期限", en: "Deadline" },
  group: "time",
  storage: "timestamp",
  check: (_field, { refine, string }) => string().check(refine(isInstant)),
  message: () => ({ zh: "请选择有效的日期", en: "Choose a valid date" }),
  operators: ["gte", "lte", "between"],
  searchControl: (field, operator) =>
    operator === "between" ? { type: "period", name: field.name } : { ...field, type: "datepicker" },
  settings: {},
  Show: ({ value, locale }) => (value === null ? null : <TimeLeft until={value} locale={locale} />),
  examples: { field: {}, valid: ["2026-11-20T08:00:00.000Z"], invalid: ["yesterday", "2026-13-40T00:00:00Z", 5] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** An instant by which something is due, ISO 8601 in UTC: shown as the time left, never edited. */
    deadline: { value: string; options: object };
  }
}
