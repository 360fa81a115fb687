import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { addDays, today } from "#kit/day.ts";
import { type Range, readRange, writeRange } from "#kit/filter.ts";
import { rangeCheck } from "#kit/range.ts";
import { DateInput, isDay } from "#ui/date-input.tsx";
import { RangeControl, RangeText } from "#ui/range-control.tsx";

export default defineField({
  type: "daterange",
  title: { zh: "日期范围", en: "Date range" },
  group: "time",
  storage: "dateRange",
  isDefault: true,
  check: () => rangeCheck(string().check(refine(isDay))),
  message: () => ({
    zh: "请选择有效的日期，结束日期不能早于开始日期",
    en: "Choose valid dates. The end date must not be before the start date.",
  }),
  operators: ["overlaps"],
  isGroup: true,
  toText: writeRange,
  fromText: readRange,
  settings: {},
  Show: ({ value }) => (value === null ? null : <RangeText ends={value} />),
  Edit: ({ id, value, locale, onChange, ...control }) => (
    <RangeControl
      id={id}
      value={value}
      locale={locale}
      onChange={onChange}
      renderEnd={(end) => (
        <DateInput
          {...control}
          {...end}
          locale={locale}
          hasTime={false}
          value={end.value ?? ""}
          onDays={(count) => onChange([addDays(today(), 1 - count), today()])}
          onChange={(day) => end.onChange(day === "" ? null : day)}
        />
      )}
    />
  ),
  examples: {
    field: {},
    valid: [
      ["2026-11-01", "2026-11-30"],
      ["2026-11-22", "2026-11-22"],
      ["2026-11-22", null],
      [null, "2026-12-31"],
    ],
    invalid: [["2026-11-30", "2026-11-01"], [null, null], ["2026-02-30", null], "2026-11-22", ["2026-11-22"]],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A range of days, both ends included. Either end may be open (null), but not both. */
    daterange: { value: Range; options: object };
  }
}
