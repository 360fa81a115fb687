import { maxLength, regex, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { TextControl } from "#ui/text-control.tsx";

const maxCharacters = 254;

export default defineField({
  type: "email",
  title: { zh: "邮箱", en: "Email" },
  group: "text",
  storage: "text",
  normalize: (value) => value.normalize("NFKC").trim().toLowerCase(),
  check: () => string().check(maxLength(maxCharacters), regex(/^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/)),
  message: () => ({ zh: "邮箱不正确，例如 name@example.com", en: "Enter an email such as name@example.com" }),
  operators: ["eq", "prefix"],
  searchControl: (field) => ({ ...field, type: "textbox" }),
  settings: {},
  Show: ({ value, isWhole = false }) =>
    isWhole && value !== null ? <a href={`mailto:${encodeURI(value)}`}>{value}</a> : <>{value}</>,
  Edit: (edit) => (
    <TextControl
      edit={edit}
      className="max-w-96"
      inputMode="email"
      autoComplete="off"
      spellCheck={false}
      maxLength={maxCharacters}
    />
  ),
  examples: {
    field: {},
    valid: ["li.na@example.com", "a@b.co"],
    invalid: ["example.com", "a@b", "a b@example.com", "@example.com", "a@.com", 7],
    sample: (_field, n) => `person${n}@example.com`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    email: { value: string; options: object };
  }
}
