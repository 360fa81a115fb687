import { use } from "react";
import { refine, string } from "zod/mini";
import { autoPageLimits, partsText, readAutoPageParts } from "#kit/auto-page.ts";
import { defineField, type EditProps } from "#kit/field.ts";
import { jsonErrorPlace } from "#kit/json-place.ts";
import { formatText, type Text } from "#kit/text.ts";
import { CodeView } from "#ui/code-view.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";
import { PartsEditor } from "#ui/parts-editor.ts";

const syntaxErrorText: Text = {
  zh: "JSON 第 {line} 行第 {column} 个字符有误",
  en: "The JSON is wrong at line {line}, column {column}",
};
const invalidText: Text = { zh: "请输入组件的 JSON 数组", en: "Enter a JSON list of components" };

// Loaded on demand: CodeMirror is larger than all field types together.
const CodeInput = lazyControl(async () => (await import("#ui/code-input.tsx")).CodeInput, { height: 320 });

/** The editor of the screen, or else that of JSON. */
function PartsInput({ field, dependencies, ...edit }: EditProps<"pageparts">) {
  const { Editor } = use(PartsEditor) ?? {};
  const { name, rows = 24, placeholder } = field;
  if (Editor !== undefined) return <Editor {...edit} name={name} page={dependencies} />;
  return <CodeInput {...edit} name={name} rows={rows} language="json" placeholder={placeholder} />;
}

export default defineField({
  type: "pageparts",
  title: { zh: "页面组件", en: "Parts of a page" },
  storage: "text",
  check: () => string().check(refine((text) => "parts" in readAutoPageParts(text))),
  message(_field, value) {
    if (typeof value !== "string") return invalidText;
    const place = value.length > autoPageLimits.characters ? undefined : jsonErrorPlace(value);
    if (place !== undefined) return formatText(syntaxErrorText, place);
    const reading = readAutoPageParts(value);
    return "problem" in reading ? reading.problem : invalidText;
  },
  operators: [],
  isWide: true,
  Show: ({ value, isWhole = false }) => (value === null ? null : <CodeView text={value} isWhole={isWhole} />),
  isGroup: true,
  dependsOn: () => ["pageType", "kind", "layout", "gutter", "background", "days"],
  Edit: PartsInput,
  examples: {
    field: {},
    valid: ["[]", '[{ "name": "text", "span": 12 }]', '[{ "layout": "tab", "widgets": [{ "name": "text" }] }]'],
    invalid: ["{}", "[1]", '[{ "name": "text", "span": 25 }]', '[{ "layout": "tab" }]', [{ name: "text" }]],
    sample: (_field, n) =>
      partsText([{ id: `part${n}`, name: "text", value: { content: { zh: `第 ${n} 段`, en: `Text ${n}` } } }]),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The parts of an auto page, as JSON. */
    pageparts: { value: string; options: { rows?: number } };
  }
}
