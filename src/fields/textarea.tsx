import { defineField } from "#kit/field.ts";
import { longTextSettings } from "#kit/field-settings.ts";
import { firstCharacters, shorten } from "#kit/text-length.ts";
import { TextArea } from "#ui/input.tsx";

const maxCharacters = 20_000;
const maxCellLength = 100;

export default defineField({
  type: "textarea",
  title: { zh: "多行文本", en: "Long text" },
  group: "text",
  storage: "text",
  isContent: true,
  check: (field, { maxLength, string }) => string().check(maxLength(field.max ?? maxCharacters)),
  message: (field) => ({
    zh: `最多 ${field.max ?? maxCharacters} 个字符`,
    en: `Up to ${field.max ?? maxCharacters} characters`,
  }),
  operators: ["contains"],
  inlineText: ({ max }) => ({ hasLines: true, max }),
  settings: longTextSettings,
  Show({ value, isWhole = false }) {
    if (isWhole) return <span className="whitespace-pre-line">{value}</span>;
    return <>{value === null ? null : shorten(value, maxCellLength)}</>;
  },
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <TextArea
      id={id}
      rows={field.rows ?? 4}
      value={value ?? ""}
      placeholder={field.placeholder}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  ),
  examples: {
    field: { max: 8 },
    valid: ["一行\n两行"],
    invalid: ["123456789", {}],
    sample: ({ max = maxCharacters }, n) => firstCharacters(`样例 ${n}`, max),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    textarea: { value: string; options: { max?: number; rows?: number } };
  }
}
