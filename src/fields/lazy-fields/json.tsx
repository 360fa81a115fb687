import { maxLength, refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { longTextSettings } from "#kit/field-settings.ts";
import { jsonErrorPlace } from "#kit/json-place.ts";
import { formatText, type Text } from "#kit/text.ts";
import { CodeView } from "#ui/code-view.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";

const maxCharacters = 50_000;
const syntaxErrorText: Text = {
  zh: "JSON 第 {line} 行第 {column} 个字符有误",
  en: "The JSON is wrong at line {line}, column {column}",
};

// Loaded on demand: CodeMirror is larger than all field types together.
const CodeInput = lazyControl(async () => (await import("#ui/code-input.tsx")).CodeInput, { height: 240 });

export default defineField({
  type: "json",
  title: { zh: "JSON", en: "JSON" },
  group: "text",
  storage: "text",
  check: ({ max = maxCharacters }) =>
    string().check(
      maxLength(max),
      refine((text) => jsonErrorPlace(text) === undefined),
    ),
  message({ max = maxCharacters }, value) {
    const place = typeof value === "string" && value.length <= max ? jsonErrorPlace(value) : undefined;
    return place !== undefined
      ? formatText(syntaxErrorText, place)
      : { zh: `请输入正确的 JSON，最多 ${max} 个字符`, en: `Enter valid JSON of up to ${max} characters` };
  },
  operators: [],
  isJsonText: true,
  searchText: (text) => text,
  isWide: true,
  settings: longTextSettings,
  Show: ({ value, isWhole = false }) => (value === null ? null : <CodeView text={value} isWhole={isWhole} />),
  Edit: ({ field, ...edit }) => (
    <CodeInput {...edit} name={field.name} rows={field.rows ?? 8} language="json" placeholder={field.placeholder} />
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
