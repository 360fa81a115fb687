import { use } from "react";
import { refine, string } from "zod/mini";
import { defineField, type EditProps } from "#kit/field.ts";
import { readFormFields } from "#kit/form-definition.ts";
import { jsonErrorPlace } from "#kit/json-place.ts";
import { maxDraftCharacters } from "#kit/light-app.ts";
import { formatText, type Text } from "#kit/text.ts";
import { CodeView } from "#ui/code-view.tsx";
import { FormFieldsEditor } from "#ui/form-fields-editor.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const texts = {
  syntax: { zh: "JSON 第 {line} 行第 {column} 个字符有误", en: "The JSON is wrong at line {line}, column {column}" },
  fields: { zh: "请输入含字段列表的 JSON", en: "Enter JSON with a list of fields" },
} satisfies Record<string, Text>;

// Loaded on demand: CodeMirror is larger than all field types together.
const CodeInput = lazyControl(async () => (await import("#ui/code-input.tsx")).CodeInput, { height: 320 });

/** The editor of the screen, or else that of JSON. */
function FormFieldsInput({ field, ...edit }: EditProps<"formfields">) {
  const { Editor } = use(FormFieldsEditor) ?? {};
  if (Editor !== undefined) return <Editor {...edit} />;
  return <CodeInput {...edit} name={field.name} rows={16} language="json" placeholder={field.placeholder} />;
}

export default defineField({
  type: "formfields",
  title: { zh: "表单的字段", en: "Fields of a form" },
  storage: "text",
  check: () => string().check(refine((text) => readFormFields(text) !== undefined)),
  message(_field, value) {
    const place = typeof value === "string" && value.length <= maxDraftCharacters ? jsonErrorPlace(value) : undefined;
    return place === undefined ? texts.fields : formatText(texts.syntax, place);
  },
  operators: [],
  isWide: true,
  isGroup: true,
  isJsonText: true,
  Show: ({ value, isWhole = false }) => {
    if (value === null) return null;
    return isWhole ? <CodeView text={value} isWhole /> : <>{readFormFields(value)?.length ?? 0}</>;
  },
  Edit: FormFieldsInput,
  examples: {
    field: {},
    valid: ['{ "fields": [] }', '{ "fields": [{ "field": "host", "type": "textbox" }] }'],
    invalid: ["[]", "{}", '{ "fields": {} }', { fields: [] }],
    sample: (_field, n) =>
      `{ "fields": [{ "field": "field${n}", "type": "textbox", "name": { "zh": "字段", "en": "Field" } }] }`,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The fields of a form, as JSON. */
    formfields: { value: string; options: object };
  }
}
