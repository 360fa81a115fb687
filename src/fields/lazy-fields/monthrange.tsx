import { regex, string } from "zod/mini";
import { monthPattern, readMonth, stepMonth } from "#kit/clock.ts";
import { defineField } from "#kit/field.ts";
import { type Range, readRange, writeRange } from "#kit/filter.ts";
import { rangeCheck } from "#kit/range.ts";
import { RangeControl, RangeText } from "#ui/range-control.tsx";
import { StepInput } from "#ui/step-input.tsx";

export default defineField({
  type: "monthrange",
  title: { zh: "月份范围", en: "Month range" },
  storage: "none",
  check: () => rangeCheck(string().check(regex(monthPattern))),
  message: () => ({
    zh: "请输入有效的月份，结束月份不能早于开始月份",
    en: "Enter valid months. The last month must not be before the first.",
  }),
  operators: [],
  isGroup: true,
  toText: writeRange,
  fromText: readRange,
  Show: ({ value }) => (value === null ? null : <RangeText ends={value} />),
  Edit: ({ id, value, locale, onChange, ...control }) => (
    <RangeControl
      id={id}
      value={value}
      locale={locale}
      onChange={onChange}
      renderEnd={(end) => (
        <StepInput
          {...control}
          {...end}
          locale={locale}
          value={end.value ?? ""}
          placeholder="2026-11"
          read={readMonth}
          step={stepMonth}
          onChange={(month) => end.onChange(month === "" ? null : month)}
        />
      )}
    />
  ),
  examples: {
    field: {},
    valid: [
      ["2026-01", "2026-11"],
      ["2026-01", null],
    ],
    invalid: [["2026-11", "2026-01"], ["2026", "2027"], [null, null], "2026-11"],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A range of months, both ends included. Either end may be open (null), but not both. Used by search forms. */
    monthrange: { value: Range; options: object };
  }
}
