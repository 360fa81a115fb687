import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { addDays, today } from "#kit/day.ts";
import { type Range, readRange, writeRange } from "#kit/filter.ts";
import { dateTime, isInstant } from "#kit/format.ts";
import { rangeCheck } from "#kit/range.ts";
import { DateInput, instantOf, localTime } from "#ui/date-input.tsx";
import { RangeControl, RangeText } from "#ui/range-control.tsx";

export default defineField({
  type: "datetimerange",
  title: { zh: "日期时间范围", en: "Date and time range" },
  group: "time",
  storage: "timestampRange",
  isDefault: true,
  check: () => rangeCheck(string().check(refine(isInstant))),
  message: () => ({
    zh: "请选择有效的时间，结束时间不能早于开始时间",
    en: "Choose valid times. The end time must not be before the start time.",
  }),
  operators: ["overlaps"],
  searchControl: ({ name }) => ({ type: "period", name }),
  isGroup: true,
  toText: writeRange,
  fromText: readRange,
  settings: {},
  Show: ({ value }) =>
    value === null ? null : <RangeText ends={value.map((end) => end && dateTime(end, "yyyy-MM-dd HH:mm"))} />,
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
          hasTime
          value={localTime(end.value ?? "", "yyyy-MM-dd HH:mm")}
          onDays={(count) =>
            onChange([instantOf(`${addDays(today(), 1 - count)} 00:00`), instantOf(`${today()} 23:59`)])
          }
          onChange={(local) => end.onChange(local === "" ? null : instantOf(local))}
        />
      )}
    />
  ),
  examples: {
    field: {},
    valid: [
      ["2026-11-20T08:00:00.000Z", "2026-11-22T18:30:00.000Z"],
      ["2026-11-20T08:00:00.000Z", null],
    ],
    invalid: [["2026-11-22T18:30:00.000Z", "2026-11-20T08:00:00.000Z"], [null, null], ["noon", null], 5],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A range of instants, both ends included. Either end may be open (null), but not both. */
    datetimerange: { value: Range; options: object };
  }
}
