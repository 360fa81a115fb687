import { defineField } from "#kit/field.ts";
import { addDays, today } from "#kit/day.ts";
import { type Range, readRange, writeRange } from "#kit/filter.ts";
import { isInstant } from "#kit/format.ts";
import { DateInput, localTime, readDate } from "#ui/date-input.tsx";
import { RangeControl } from "#ui/range-control.tsx";

/** The instant at a time of a day in the reader's time zone. Returns an invalid day unchanged; `check` refuses it. */
const instantAt = (day: string, time: string): string =>
  readDate(day, false) === day ? new Date(`${day}T${time}`).toISOString() : day;

const dayOf = (instant: string | null): string => localTime(instant ?? "", "yyyy-MM-dd");

export default defineField({
  type: "period",
  title: { zh: "时间段", en: "Period" },
  storage: "none",
  check(_field, { nullable, refine, string, tuple }) {
    const end = nullable(string().check(refine(isInstant)));
    return tuple([end, end]);
  },
  message: () => ({ zh: "请选择有效的日期", en: "Choose a valid date" }),
  operators: [],
  isGroup: true,
  toText: writeRange,
  fromText: readRange,
  Show: ({ value }) => (value === null ? null : <>{value.map(dayOf).join(" – ")}</>),
  Edit: ({ id, value, locale, onChange, ...control }) => (
    <RangeControl
      id={id}
      value={value}
      locale={locale}
      onChange={onChange}
      renderEnd={(end, side) => (
        <DateInput
          {...control}
          {...end}
          locale={locale}
          hasTime={false}
          value={dayOf(end.value)}
          onDays={(count) =>
            onChange([instantAt(addDays(today(), 1 - count), "00:00"), instantAt(today(), "23:59:59.999")])
          }
          onChange={(day) =>
            end.onChange(day === "" ? null : instantAt(day, side === "from" ? "00:00" : "23:59:59.999"))
          }
        />
      )}
    />
  ),
  examples: {
    field: {},
    valid: [
      ["2026-11-20T00:00:00.000Z", "2026-11-22T23:59:59.999Z"],
      ["2026-11-20T00:00:00.000Z", null],
      [null, "2026-11-22T23:59:59.999Z"],
    ],
    invalid: [["yesterday", null], "2026-11-20T00:00:00.000Z", [null], 5],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A range of instants, chosen by days in the reader's time zone. Either end may be open (null). Used by search forms. */
    period: { value: Range; options: object };
  }
}
