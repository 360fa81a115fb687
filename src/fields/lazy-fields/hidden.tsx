import { unknown } from "zod/mini";
import { defineField } from "#kit/field.ts";

export default defineField({
  type: "hidden",
  title: { zh: "隐藏", en: "Hidden" },
  storage: "none",
  check: () => unknown(),
  message: () => ({ zh: "内容无效，请重新填写", en: "Invalid value. Enter it again." }),
  operators: [],
  isHidden: true,
  Show: () => null,
  examples: { field: {}, valid: [{ a: 1 }, "x"], invalid: [], sample: () => undefined },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A value that a form submits without showing it. It is not stored: values that only the program uses belong in internal columns. */
    hidden: { value: unknown; options: object };
  }
}
