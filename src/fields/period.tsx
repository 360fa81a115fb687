import { nullable, refine, string, tuple } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { type Range, readRange, writeRange } from "#kit/filter.ts";
import { dateTime, isInstant } from "#kit/format.ts";
import { DateInput, readDate } from "#ui/date-input.tsx";

const texts = { from: { zh: "起", en: "From" }, to: { zh: "止", en: "To" } };

/** When a day of the reader's own clock begins or ends; what is no day stays as it was typed, and is refused. */
const momentOf = (day: string, time: string): string =>
  readDate(day, false) === day ? new Date(`${day}T${time}`).toISOString() : day;

const dayOf = (moment: string | null): string =>
  isInstant(moment ?? "") ? dateTime(moment!, "yyyy-MM-dd") : (moment ?? "");

const end = nullable(string().check(refine(isInstant)));

export default defineField({
  type: "period",
  title: { zh: "时间段", en: "Period" },
  storage: "none",
  check: () => tuple([end, end]),
  message: () => ({ zh: "请选择有效的日期", en: "Choose a valid date" }),
  operators: [],
  isGroup: true,
  toText: writeRange,
  fromText: readRange,
  Show: ({ value }) => (value === null ? null : <>{value.map(dayOf).join(" – ")}</>),
  Edit({ id, value, locale, onChange, ...control }) {
    const [from, to] = value ?? [null, null];
    const change = (range: Range) => onChange(range.every((moment) => moment === null) ? null : range);
    return (
      <span className="flex flex-wrap items-center gap-2 [&>.relative]:flex-[1_1_160px]">
        <DateInput
          {...control}
          id={id}
          label={texts.from[locale]}
          locale={locale}
          hasTime={false}
          value={dayOf(from)}
          onChange={(day) => change([day === "" ? null : momentOf(day, "00:00"), to])}
        />
        <span aria-hidden="true" className="text-ink-3">
          –
        </span>
        <DateInput
          {...control}
          id={`${id}-to`}
          label={texts.to[locale]}
          locale={locale}
          hasTime={false}
          value={dayOf(to)}
          onChange={(day) => change([from, day === "" ? null : momentOf(day, "23:59:59.999")])}
        />
      </span>
    );
  },
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
    /** From one instant to another, either of which may be open, chosen by days of the reader's own clock: what a search asks for. */
    period: { value: Range; options: object };
  }
}
