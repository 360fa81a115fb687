import { use } from "react";
import { maxLength, refine, string } from "zod/mini";
import { defineField, type EditProps } from "#kit/field.ts";
import { jsonText, readJsonObject } from "#kit/json-object.ts";
import { jsonErrorPlace } from "#kit/json-place.ts";
import { formatText, type Text } from "#kit/text.ts";
import { CodeView } from "#ui/code-view.tsx";
import { JsonObjectEditor } from "#ui/json-object-editor.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const maxCharacters = 50_000;
const texts = {
  syntax: { zh: "JSON 第 {line} 行第 {column} 个字符有误", en: "The JSON is wrong at line {line}, column {column}" },
  long: { zh: `最多 ${maxCharacters} 个字符`, en: `Up to ${maxCharacters} characters` },
  object: {
    zh: "请输入 JSON 对象，最多 20 层，超过 15 位的数字请加引号",
    en: "Enter a JSON object of up to 20 levels. Put numbers of more than 15 digits in quotes.",
  },
} satisfies Record<string, Text>;

// Loaded on demand: CodeMirror is larger than all field types together.
const CodeInput = lazyControl(async () => (await import("#ui/code-input.tsx")).CodeInput, { height: 320 });

/** The editor of the screen, or else that of JSON. */
function JsonObjectInput({ field, ...edit }: EditProps<"jsonobject">) {
  const { Editor } = use(JsonObjectEditor) ?? {};
  const json = (
    <CodeInput {...edit} name={field.name} rows={field.rows ?? 12} language="json" placeholder={field.placeholder} />
  );
  return Editor === undefined ? json : <Editor {...edit} json={json} />;
}

export default defineField({
  type: "jsonobject",
  title: { zh: "JSON 对象", en: "JSON object" },
  storage: "text",
  check: () =>
    string().check(
      maxLength(maxCharacters),
      refine((text) => readJsonObject(text) !== undefined),
    ),
  message(_field, value) {
    if (typeof value !== "string") return texts.object;
    if (value.length > maxCharacters) return texts.long;
    const place = jsonErrorPlace(value);
    return place === undefined ? texts.object : formatText(texts.syntax, place);
  },
  // One text for one object: of two keys with the same name, the later one stands.
  normalize(text) {
    const value = text.length > maxCharacters ? undefined : readJsonObject(text);
    return value === undefined ? text : jsonText(value);
  },
  operators: [],
  searchText: (text) => text,
  isWide: true,
  isJsonText: true,
  mayHaveSecrets: true,
  Show: ({ value, isWhole = false }) => (value === null ? null : <CodeView text={value} isWhole={isWhole} />),
  Edit: JsonObjectInput,
  examples: {
    field: {},
    valid: ['{\n  "a": 1\n}', "{}"],
    invalid: ["[1]", "{a: 1}", '{ "a": 12345678901234567890 }', `${'{"a":'.repeat(22)}1${"}".repeat(22)}`, { a: 1 }],
    sample: (_field, n) => `{\n  "n": ${n}\n}`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The text of a JSON object, in one formatting. */
    jsonobject: { value: string; options: { rows?: number } };
  }
}
