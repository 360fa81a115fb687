import { defineField } from "#kit/field.ts";
import { lengthSetting } from "#kit/field-settings.ts";
import { fullUrl, safeUrl } from "#kit/url.ts";
import { Input } from "#ui/input.tsx";

const maxCharacters = 500;
const messages = {
  any: {
    zh: "请输入以 /、#、https://、tel: 或 mailto: 开头的链接",
    en: "Enter a link that begins with /, #, https://, tel: or mailto:",
  },
  full: {
    zh: "请输入以 https:// 开头的完整地址，不含用户名和密码",
    en: "Enter a full address that begins with https://, without a username or password",
  },
};

export default defineField({
  type: "url",
  title: { zh: "链接", en: "Link" },
  storage: "text",
  check: (field, { maxLength, refine, string }) =>
    string().check(
      maxLength(field.max ?? maxCharacters),
      refine((value) => (field.isFull === true ? fullUrl(value) : safeUrl(value)) !== undefined),
    ),
  message: ({ isFull }) => (isFull === true ? messages.full : messages.any),
  operators: ["eq", "prefix"],
  settings: {
    ...lengthSetting,
    isFull: { type: "switch", name: { zh: "仅限完整地址", en: "Full addresses only" } },
  },
  Show: ({ value }) => <>{value}</>,
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <Input
      id={id}
      inputMode="url"
      spellCheck={false}
      value={value ?? ""}
      placeholder={field.placeholder ?? (field.isFull === true ? "https://" : "/")}
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
    sample: ({ isFull }) => (isFull === true ? "https://example.com/a" : "/about"),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Where a link leads: relative, http(s), tel or mailto (T-46); with `isFull` a whole http(s) address. */
    url: { value: string; options: { max?: number; isFull?: boolean } };
  }
}
