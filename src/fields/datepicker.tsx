import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { dateTime, isInstant, type TimeFormat } from "#kit/format.ts";
import { DateInput, readDate } from "#ui/date-input.tsx";

/** A day or a time of the reader's own clock as an instant; what is neither stays as it was typed, and is refused. */
function instantOf(local: string): string {
  const isDate = readDate(local, local.length > 10) === local;
  return isDate ? new Date(local.length === 10 ? `${local}T00:00` : local.replace(" ", "T")).toISOString() : local;
}

export default defineField({
  type: "datepicker",
  title: { zh: "日期", en: "Date" },
  storage: "timestamp",
  check: () => string().check(refine(isInstant)),
  message: () => ({ zh: "请选择有效的日期", en: "Choose a valid date" }),
  operators: ["gte", "lte", "between"],
  searchControl: (field, by) => (by === "between" ? { type: "period", name: field.name } : field),
  Show: ({ value, field }) =>
    value === null ? null : <time dateTime={value}>{dateTime(value, field.format ?? "yyyy-MM-dd HH:mm")}</time>,
  Edit: ({ value, field, onChange, ...control }) => {
    const isDay = field.format === "yyyy-MM-dd";
    const displayValue = isInstant(value ?? "")
      ? dateTime(value!, isDay ? "yyyy-MM-dd" : "yyyy-MM-dd HH:mm")
      : (value ?? "");
    return (
      <DateInput
        {...control}
        hasTime={!isDay}
        value={displayValue}
        onChange={(local) => onChange(local === "" ? null : instantOf(local))}
      />
    );
  },
  examples: { field: {}, valid: ["2026-11-20T08:00:00.000Z"], invalid: ["yesterday", "2026-13-40T00:00:00Z", 5] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** An instant, ISO 8601 in UTC; shown and edited in the reader's time zone. */
    datepicker: { value: string; options: { format?: TimeFormat } };
  }
}
