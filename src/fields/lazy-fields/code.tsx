import { maxLength, string } from "zod/mini";
import { type CodeLanguage, codeLanguages } from "#kit/code-language.ts";
import { defineField, type Fields } from "#kit/field.ts";
import { longTextSettings } from "#kit/field-settings.ts";
import { CodeView } from "#ui/code-view.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";

const maxCharacters = 50_000;

// Loaded on demand: CodeMirror is larger than all field types together.
const CodeInput = lazyControl(async () => (await import("#ui/code-input.tsx")).CodeInput, { height: 320 });

const settings = {
  language: {
    type: "dropdownlist",
    name: { zh: "语言", en: "Language" },
    options: Object.entries(codeLanguages).map(([key, name]) => ({ key, name })),
  },
  ...longTextSettings,
} as const satisfies Fields;

export default defineField({
  type: "code",
  title: { zh: "代码", en: "Code" },
  group: "text",
  storage: "text",
  check: ({ max = maxCharacters }) => string().check(maxLength(max)),
  message: ({ max = maxCharacters }) => ({ zh: `最多 ${max} 个字符`, en: `Up to ${max} characters` }),
  operators: [],
  searchText: (text) => text,
  isWide: true,
  settings,
  Show: ({ value, isWhole = false }) => (value === null ? null : <CodeView text={value} isWhole={isWhole} />),
  Edit: ({ field, ...edit }) => (
    <CodeInput
      {...edit}
      name={field.name}
      rows={field.rows ?? 12}
      language={field.language}
      placeholder={field.placeholder}
    />
  ),
  examples: {
    field: { max: 40, language: "javascript" },
    valid: ["if (a < b) {\n  return a;\n}"],
    invalid: ["a".repeat(41), 7],
    sample: (_field, n) => `return ${n};`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Source code: displayed, never run. Highlighted only with a `language`. */
    code: { value: string; options: { max?: number; rows?: number; language?: CodeLanguage } };
  }
}
