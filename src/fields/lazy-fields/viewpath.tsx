import { maxLength, minLength, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { ViewPathSelect } from "#client/view-paths/view-path-select.tsx";

const maxCharacters = 200;

export default defineField({
  type: "viewpath",
  title: { zh: "视图字段", en: "Field of a view" },
  storage: "text",
  check: () => string().check(minLength(1), maxLength(maxCharacters)),
  message: () => ({ zh: "请选择字段", en: "Choose a field" }),
  operators: [],
  isGroup: true,
  Show: ({ value }) => (value === null ? null : <code className="font-mono text-sm">{value}</code>),
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <ViewPathSelect {...{ id, value, invalid, disabled, describedBy, onChange, onBlur }} base={field.base ?? ""} />
  ),
  examples: {
    field: { base: "news" },
    valid: ["title", "customer.title", "contract:customer.amount"],
    invalid: ["", "a".repeat(201), 7],
    sample: () => "title",
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A path from a row of `base` to a value (kit/joined-view.ts). A `viewrows` field sets `base`. */
    viewpath: { value: string; options: { base?: string } };
  }
}
