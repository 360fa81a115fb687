import { null as nullSchema } from "zod/mini";
import { defineField } from "#kit/field.ts";

export default defineField({
  type: "divider",
  title: { zh: "分隔线", en: "Divider" },
  group: "text",
  storage: "none",
  check: () => nullSchema(),
  message: () => ({ zh: "此处不需要填写", en: "Nothing is filled in here" }),
  operators: [],
  settings: {},
  Show: () => <hr className="my-1 border-line" />,
  examples: { field: {}, valid: [null], invalid: ["x", 1], sample: () => undefined },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A horizontal line between the fields of a form, below the name of the divider. It has no value. */
    divider: { value: null; options: object };
  }
}
