import { maxLength, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { CodeArea, CodeShown } from "#ui/code-area.tsx";

const maxCharacters = 50_000;

export default defineField({
  type: "code",
  title: { zh: "代码", en: "Code" },
  storage: "text",
  check: ({ max = maxCharacters }) => string().check(maxLength(max)),
  message: ({ max = maxCharacters }) => ({ zh: `最多 ${max} 个字符`, en: `Up to ${max} characters` }),
  operators: [],
  Show: ({ value, isWhole = false }) => (value === null ? null : <CodeShown text={value} isWhole={isWhole} />),
  Edit: ({ field, ...edit }) => <CodeArea {...edit} rows={field.rows ?? 12} placeholder={field.placeholder} />,
  examples: {
    field: { max: 40 },
    valid: ["if (a < b) {\n  return a;\n}"],
    invalid: ["a".repeat(41), 7],
    sample: (_field, n) => `return ${n};`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Source code: shown as it is and never run. */
    code: { value: string; options: { max?: number; rows?: number } };
  }
}
