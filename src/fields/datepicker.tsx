import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { dateTime, isInstant, type TimeFormat } from "#kit/format.ts";
import { Input } from "#ui/input.tsx";

export default defineField({
  type: "datepicker",
  title: { zh: "日期", en: "Date" },
  storage: "timestamp",
  check: () => string().check(refine(isInstant)),
  message: () => ({ zh: "请选择有效的日期", en: "Choose a valid date" }),
  operators: ["gte", "lte"],
  Show: ({ value, field }) =>
    value === null ? null : <time dateTime={value}>{dateTime(value, field.format ?? "yyyy-MM-dd HH:mm")}</time>,
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => {
    const isDay = field.format === "yyyy-MM-dd";
    const shown = value === null ? "" : dateTime(value, isDay ? "yyyy-MM-dd" : "yyyy-MM-dd HH:mm").replace(" ", "T");
    return (
      <Input
        id={id}
        className="max-w-64"
        type={isDay ? "date" : "datetime-local"}
        value={shown}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => {
          const local = event.target.value;
          onChange(local === "" ? null : new Date(isDay ? `${local}T00:00` : local).toISOString());
        }}
        onBlur={onBlur}
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
