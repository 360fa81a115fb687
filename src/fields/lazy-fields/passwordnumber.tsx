import { regex, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { TextControl } from "#ui/text-control.tsx";

const maxCharacters = 6;

export default defineField({
  type: "passwordnumber",
  title: { zh: "数字密码", en: "Numeric password" },
  storage: "none",
  check: () => string().check(regex(/^\d{1,6}$/)),
  message: () => ({ zh: `请输入不超过 ${maxCharacters} 位的数字`, en: `Enter up to ${maxCharacters} digits` }),
  operators: [],
  Show: ({ value }) => (value === null ? null : "••••••"),
  Edit: ({ onChange, ...edit }) => (
    <TextControl
      edit={{ ...edit, onChange: (text) => onChange(text.normalize("NFKC").replace(/\D/g, "")) }}
      className="max-w-48"
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={maxCharacters}
    />
  ),
  examples: { field: {}, valid: ["0", "123456"], invalid: ["1234567", "12a", 123456], sample: () => undefined },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A secret of up to six digits that a form sends with its call and never shows. No table stores it. */
    passwordnumber: { value: string; options: object };
  }
}
