import { maxLength, refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { lengthSetting } from "#kit/field-settings.ts";
import { safeUrl } from "#kit/url.ts";
import { Input } from "#ui/input.tsx";

const maxCharacters = 500;

export default defineField({
  type: "url",
  title: { zh: "链接", en: "Link" },
  storage: "text",
  check: (field) =>
    string().check(
      maxLength(field.max ?? maxCharacters),
      refine((value) => safeUrl(value) !== undefined),
    ),
  message: () => ({
    zh: "请输入以 /、#、https://、tel: 或 mailto: 开头的链接",
    en: "Enter a link that begins with /, #, https://, tel: or mailto:",
  }),
  operators: ["eq", "prefix"],
  settings: lengthSetting,
  Show: ({ value }) => <>{value}</>,
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <Input
      id={id}
      inputMode="url"
      spellCheck={false}
      value={value ?? ""}
      placeholder={field.placeholder ?? "/"}
      maxLength={field.max ?? maxCharacters}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  ),
  examples: {
    field: {},
    valid: ["/about", "#products", "https://example.com/a?b=1", "tel:+861012345678", "mailto:a@example.com"],
    invalid: ["javascript:alert(1)", "data:text/html,x", "//elsewhere.test", "/\\elsewhere.test", 7],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Where a link leads: relative, http(s), tel or mailto (T-46). */
    url: { value: string; options: { max?: number } };
  }
}
