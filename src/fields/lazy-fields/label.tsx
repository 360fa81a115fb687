import { null as nullSchema } from "zod/mini";
import { defineField } from "#kit/field.ts";
import type { Text } from "#kit/text.ts";

export default defineField({
  type: "label",
  title: { zh: "说明", en: "Label" },
  group: "text",
  storage: "none",
  check: () => nullSchema(),
  message: () => ({ zh: "此处只显示文字", en: "Nothing is filled in here" }),
  operators: [],
  settings: {
    text: { type: "textarea", name: { zh: "文字", en: "Text" }, localized: true, required: true, max: 500, rows: 3 },
  },
  Show: ({ field }) => <>{field.text}</>,
  examples: {
    field: { text: { zh: "说明文字", en: "A sentence" } },
    valid: [null],
    invalid: ["x", 1],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A text in a form, without a value. */
    label: { value: null; options: { text: Text } };
  }
}
