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
  type: "datepicker",
  title: { zh: "日期（可带时分）", en: "Date" },
  group: "time",
  storage: "timestamp",
  isDefault: true,
  check: (field, { refine, string }) => string().check(refine((value) => isAllowedInstant(value, field))),
  message: (field) => instantMessage(field, { zh: "请选择有效的日期", en: "Choose a valid date" }),
  respell: instantOfTimestamp,
  sent: sentInstant,
  operators: ["gte", "lte", "between"],
  searchControl: (field, operator) => (operator === "between" ? { type: "period", name: field.name } : field),
  settings: instantSettings,
  Show: ({ value, field }) =>
    value === null ? null : <time dateTime={value}>{dateTime(value, field.format ?? "yyyy-MM-dd HH:mm")}</time>,
  Edit: ({ value, field, onChange, ...control }) => {
    const isDay = field.format === "yyyy-MM-dd";
    return (
      <DateInput
        {...control}
        hasTime={!isDay}
        value={localTime(value ?? "", isDay ? "yyyy-MM-dd" : "yyyy-MM-dd HH:mm")}
        onChange={(local) => onChange(local === "" ? null : instantOf(local))}
      />
    );
  },
  examples: { field: {}, valid: ["2026-11-20T08:00:00.000Z"], invalid: ["yesterday", "2026-13-40T00:00:00Z", 5] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** An instant, ISO 8601 in UTC; shown and edited in the reader's time zone. */
    datepicker: { value: string; options: InstantOptions };
  }
}
