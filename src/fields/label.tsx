import { string } from "zod/mini";
import { defineField } from "#kit/field.ts";

export default defineField({
  type: "label",
  title: { zh: "说明", en: "Label" },
  storage: "text",
  check: () => string(),
  message: () => ({ zh: "内容无效，请重新填写", en: "Invalid value. Enter it again." }),
  operators: ["eq", "contains"],
  searchControl: (field) => ({ ...field, type: "textbox" }),
  Show: ({ value }) => <>{value}</>,
  examples: { field: {}, valid: ["只读"], invalid: [1], sample: () => undefined },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Text that is shown and never edited. */
    label: { value: string; options: object };
  }
}
