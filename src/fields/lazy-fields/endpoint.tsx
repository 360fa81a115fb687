import { defineField } from "#kit/field.ts";
import { lengthSetting } from "#kit/field-settings.ts";
import { fullUrl } from "#kit/url.ts";
import { Input } from "#ui/input.tsx";

const maxCharacters = 500;

export default defineField({
  type: "endpoint",
  title: { zh: "接收地址", en: "Endpoint address" },
  storage: "text",
  check: (field, { maxLength, refine, string }) =>
    string().check(
      maxLength(field.max ?? maxCharacters),
      refine((value) => fullUrl(value) !== undefined),
    ),
  message: () => ({
    zh: "请输入以 https:// 开头的完整地址，不含用户名和密码",
    en: "Enter a full address that begins with https://, without a username or password",
  }),
  proof: {
    by: "endpoint",
    text: { zh: "此地址不能接收推送", en: "Nothing can be sent to this address" },
    claim: (value) => value,
  },
  operators: ["eq", "prefix"],
  settings: lengthSetting,
  Show: ({ value }) => <>{value}</>,
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <Input
      id={id}
      inputMode="url"
      spellCheck={false}
      value={value ?? ""}
      placeholder={field.placeholder ?? "https://"}
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
    valid: ["https://example.com/a?b=1"],
    invalid: ["/about", "javascript:alert(1)", "https://a:b@example.com/", "//elsewhere.test", 7],
    sample: () => "https://1.1.1.1/hook",
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** An address that the program sends to. A new one is saved only when it is one that the program may write to (T-63). */
    endpoint: { value: string; options: { max?: number } };
  }
}
