import { number } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { readRange, writeRange } from "#kit/filter.ts";
import { rangeCheck } from "#kit/range.ts";
import { NumberInput } from "#ui/number-input.tsx";
import { type Ends, RangeControl, RangeText } from "#ui/range-control.tsx";

/** Decimal places of a numeric column. */
const decimals = 6;

export default defineField({
  type: "numberrange",
  title: { zh: "数值范围", en: "Number range" },
  group: "number",
  storage: "numberRange",
  isDefault: true,
  check: () => rangeCheck(number()),
  message: () => ({
    zh: "请输入数字，结束值不能小于起始值",
    en: "Enter numbers. The last must not be less than the first.",
  }),
  operators: ["overlaps"],
  isGroup: true,
  toText: ([from, to]) => writeRange([from === null ? null : String(from), to === null ? null : String(to)]),
  fromText(text) {
    const ends = readRange(text).map((end) => (end === null ? null : Number(end)));
    return ends.some(Number.isNaN) ? undefined : (ends as Ends<number>);
  },
  settings: {},
  Show: ({ value }) => (value === null ? null : <RangeText ends={value} />),
  Edit: ({ id, value, field: { unit = 1, placeholder }, locale, onChange, ...control }) => (
    <RangeControl
      id={id}
      value={value}
      locale={locale}
      onChange={onChange}
      renderEnd={(end) => (
        <NumberInput
          {...control}
          {...end}
          placeholder={placeholder}
          value={end.value === null ? null : end.value / unit}
          decimals={decimals}
          isSigned
          onChange={(typed) => end.onChange(typed === null ? null : typed * unit)}
        />
      )}
    />
  ),
  examples: {
    field: {},
    valid: [
      [1, 5],
      [-2.5, -2.5],
      [0, null],
      [null, 10],
    ],
    invalid: [[5, 1], [null, null], ["1", "5"], 5],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /**
     * A range of numbers, both ends included. Either end may be open (null), but not both. `unit`: the value is the typed number times `unit`, 1 by
     * default.
     */
    numberrange: { value: Ends<number>; options: { unit?: number } };
  }
}
