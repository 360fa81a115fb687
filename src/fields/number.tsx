import { defineField } from "#kit/field.ts";
import { boundSettings } from "#kit/field-settings.ts";
import { formatString, type Text } from "#kit/text.ts";
import { type Bounds, boundsOf, numericField } from "#fields/parts/numeric.tsx";

/** The defaults are steps of 1 and a minimum of 0 (B-135, B-136). */
const defaults: Bounds = { min: 0, max: 2_147_483_647, step: 1 };

export default defineField({
  type: "number",
  isDefault: true,
  title: { zh: "数字", en: "Number" },
  group: "number",
  ...numericField(defaults),
  message(field) {
    const { min, max } = boundsOf(field, defaults);
    return { zh: `请输入 ${min} 到 ${max} 之间的数字`, en: `Enter a number from ${min} to ${max}` };
  },
  settings: {
    ...boundSettings,
    template: { type: "textbox", name: { zh: "显示格式", en: "Display format" }, localized: true, max: 40 },
  },
  Show: ({ value, field }) => (
    <>{value === null ? null : field.template === undefined ? value : formatString(field.template, { n: value })}</>
  ),
  examples: {
    field: { max: 10 },
    valid: [0, 10],
    invalid: [-1, 11, 1.5, "3"],
    sample: ({ min = 0, max = 1_000_000 }, n) => min + (n % (max - min + 1)),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** `template`: the displayed text, in which the value replaces `{n}`. */
    number: { value: number; options: { min?: number; max?: number; step?: number; template?: Text } };
  }
}
