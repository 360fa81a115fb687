import { maxLength, minLength, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { TextControl } from "#ui/text-control.tsx";

const maxCharacters = 200;

export default defineField({
  type: "viewpath",
  title: { zh: "视图字段", en: "Field of a view" },
  storage: "text",
  check: () => string().check(minLength(1), maxLength(maxCharacters)),
  message: () => ({ zh: "请选择字段", en: "Choose a field" }),
  operators: [],
  Show: ({ value }) => (value === null ? null : <code className="font-mono text-sm">{value}</code>),
  Edit: (edit) => (
    <TextControl edit={edit} className="font-mono" autoComplete="off" spellCheck={false} maxLength={maxCharacters} />
  ),
  examples: {
    field: {},
    valid: ["title", "customer.title", "contract:customer.amount"],
    invalid: ["", "a".repeat(201), 7],
    sample: () => "title",
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A path from a row to a value (kit/joined-view.ts). */
    viewpath: { value: string; options: object };
  }
}
