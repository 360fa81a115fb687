import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { TextControl } from "#ui/text-control.tsx";

const maxCharacters = 40;
const pattern = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

export default defineField({
  type: "identifier",
  title: { zh: "标识", en: "Identifier" },
  group: "text",
  storage: "text",
  check: () => string().check(refine((value) => pattern.test(value))),
  message: () => ({
    zh: `以字母开头，只含字母、数字、- 和 _，最多 ${maxCharacters} 个字符`,
    en: `Start with a letter and use up to ${maxCharacters} letters, digits, - and _`,
  }),
  operators: ["eq", "prefix"],
  searchControl: (field) => ({ ...field, type: "textbox", max: maxCharacters }),
  settings: {},
  Show: ({ value }) => (value === null ? null : <code className="font-mono text-sm">{value}</code>),
  Edit: (edit) => (
    <TextControl
      edit={edit}
      className="max-w-80 font-mono"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={maxCharacters}
    />
  ),
  examples: {
    field: {},
    valid: ["customerLevel", "a", "order-status_2"],
    invalid: ["2nd", "a b", "a.b", "datasource/x", "a".repeat(41), 7],
    sample: (_field, n) => `name${n}`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A name for programs: letters, digits, hyphens and underscores, beginning with a letter. */
    identifier: { value: string; options: object };
  }
}
