import { regex, string } from "zod/mini";
import { readTime, stepTime, timePattern } from "#kit/clock.ts";
import { defineField } from "#kit/field.ts";
import { type Range, readRange, writeRange } from "#kit/filter.ts";
import { rangeCheck, readRangeText, writeRangeText } from "#kit/range.ts";
import { RangeControl, RangeText } from "#ui/range-control.tsx";
import { StepInput } from "#ui/step-input.tsx";

/** Minutes that an arrow key adds or subtracts. */
const stepMinutes = 15;

export default defineField({
  type: "timerange",
  title: { zh: "时间范围", en: "Time range" },
  group: "time",
  storage: "json",
  check: () => rangeCheck(string().check(regex(timePattern))),
  message: () => ({
    zh: "请输入有效的时间，结束时间不能早于开始时间",
    en: "Enter valid times. The end time must not be before the start time.",
  }),
  operators: [],
  isGroup: true,
  toText: writeRange,
  fromText: readRange,
  settings: {},
  plainText: (value) => writeRangeText(value.map((end) => end ?? "")),
  readText(text) {
    const ends = readRangeText(text)?.map((end) => (end === null ? null : readTime(end)));
    return ends?.includes(undefined) === false ? (ends as Range) : undefined;
  },
  Show: ({ value }) => (value === null ? null : <RangeText ends={value} />),
  Edit: ({ id, value, locale, onChange, ...control }) => (
    <RangeControl
      id={id}
      value={value}
      locale={locale}
      onChange={onChange}
      renderEnd={(end, side) => (
        <StepInput
          {...control}
          {...end}
          locale={locale}
          value={end.value ?? ""}
          placeholder={side === "from" ? "09:00" : "18:00"}
          read={readTime}
          step={(time, count) => stepTime(time, count * stepMinutes)}
          onChange={(time) => end.onChange(time === "" ? null : time)}
        />
      )}
    />
  ),
  examples: {
    field: {},
    valid: [
      ["09:00", "18:00"],
      ["09:00", null],
    ],
    invalid: [["18:00", "09:00"], ["9", "18"], [null, null], "09:00"],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A range of times of one day, both ends included, such as opening hours. Either end may be open (null), but not both. */
    timerange: { value: Range; options: object };
  }
}
