import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { dateTime } from "#kit/format.ts";
import {
  instantMessage,
  instantOfTimestamp,
  type InstantOptions,
  instantSettings,
  isAllowedInstant,
  sentInstant,
} from "#fields/parts/instant.ts";
import { DateInput, instantOf, localTime } from "#ui/date-input.tsx";

export default defineField({
  type: "datetimepicker",
  title: { zh: "日期时间", en: "Date and time" },
  group: "time",
  storage: "timestamp",
  check: (field) => string().check(refine((value) => isAllowedInstant(value, field))),
  message: (field) => instantMessage(field, { zh: "请选择有效的日期和时间", en: "Choose a valid date and time" }),
  respell: instantOfTimestamp,
  sent: sentInstant,
  operators: ["gte", "lte", "between"],
  searchControl: (field, operator) => (operator === "between" ? { type: "period", name: field.name } : field),
  settings: instantSettings,
  Show: ({ value, field }) =>
    value === null ? null : <time dateTime={value}>{dateTime(value, field.format ?? "yyyy-MM-dd HH:mm")}</time>,
  Edit: ({ value, onChange, ...control }) => (
    <DateInput
      {...control}
      hasTime
      value={localTime(value ?? "", "yyyy-MM-dd HH:mm")}
      onChange={(local) => onChange(local === "" ? null : instantOf(local))}
    />
  ),
  examples: { field: {}, valid: ["2026-11-20T08:00:00.000Z"], invalid: ["yesterday", "2026-13-40T00:00:00Z", 5] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** An instant, ISO 8601 in UTC, to the minute; shown and edited in the reader's time zone. */
    datetimepicker: { value: string; options: InstantOptions };
  }
}
