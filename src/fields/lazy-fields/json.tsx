import { maxLength, refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { CodeArea, CodeShown } from "#ui/code-area.tsx";

const maxCharacters = 50_000;

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export default defineField({
  type: "json",
  title: { zh: "JSON", en: "JSON" },
  storage: "text",
  check: ({ max = maxCharacters }) =>
    string().check(
      maxLength(max),
      refine((text) => parsed(text) !== undefined),
    ),
  message: ({ max = maxCharacters }) => ({
    zh: `请输入正确的 JSON，最多 ${max} 个字符`,
    en: `Enter valid JSON of up to ${max} characters`,
  }),
  operators: [],
  Show: ({ value, isWhole = false }) => (value === null ? null : <CodeShown text={value} isWhole={isWhole} />),
  Edit: ({ field, ...edit }) => (
    <CodeArea
      {...edit}
      rows={field.rows ?? 8}
      placeholder={field.placeholder}
      // Formatted when the box is left; invalid JSON stays as it was typed.
      onBlur={() => {
        const found = parsed(edit.value ?? "");
        const text = found && JSON.stringify(found.value, null, 2);
        if (text !== undefined && text !== edit.value) edit.onChange(text);
        edit.onBlur();
      }}
    />
  ),
  examples: {
    field: {},
    valid: ['{ "a": 1 }', "[1, 2]", "true"],
    invalid: ["{a: 1}", "[1,", { a: 1 }],
    sample: (_field, n) => `{ "n": ${n} }`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A text that is valid JSON; its formatting is kept. */
    json: { value: string; options: { max?: number; rows?: number } };
  }
}
