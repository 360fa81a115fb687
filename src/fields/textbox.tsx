import { defineField } from "#kit/field.ts";
import { lengthSetting } from "#kit/field-settings.ts";
import { firstCharacters } from "#kit/text-length.ts";
import { Input } from "#ui/input.tsx";

/** Default maximum length of a line, in characters; overridden by the field's `max`. */
const maxCharacters = 200;

export default defineField({
  type: "textbox",
  title: { zh: "单行文本", en: "Text" },
  group: "text",
  storage: "text",
  isContent: true,
  isDefault: true,
  check: (field, { maxLength, string }) => string().check(maxLength(field.max ?? maxCharacters)),
  message: (field) => ({
    zh: `最多 ${field.max ?? maxCharacters} 个字符`,
    en: `Up to ${field.max ?? maxCharacters} characters`,
  }),
  operators: ["eq", "contains", "prefix"],
  dependsOn: ({ describes }) => (describes === undefined ? [] : [describes]),
  inlineText: ({ max }) => ({ hasLines: false, max }),
  settings: lengthSetting,
  Show: ({ value }) => <>{value}</>,
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <Input
      id={id}
      value={value ?? ""}
      placeholder={field.placeholder}
      maxLength={field.max ?? maxCharacters}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  ),
  examples: {
    field: { max: 5 },
    valid: ["经纬", "a", "👍👍👍👍👍"],
    invalid: ["123456", "👍👍👍👍👍👍", 7],
    sample: ({ max = maxCharacters }, n) => firstCharacters(`样例 ${n}`, max),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** `describes`: the field with the picture, or the name of its file, whose alternative text this is. */
    textbox: { value: string; options: { max?: number; describes?: string } };
  }
}
