import { custom } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { longTextSettings } from "#kit/field-settings.ts";
import { isRichText, richTextLinks, type RichBlock, type RichText } from "#kit/rich-text.ts";
import { richTextMarkdown, richTextWords } from "#kit/rich-text-markdown.ts";
import { firstCharacters, shorten } from "#kit/text-length.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const maxCharacters = 50_000;
const maxCellLength = 100;
const editorLines = 12;

// Loaded on demand: ProseMirror is larger than all field types together.
const RichTextInput = lazyControl(async () => (await import("#client/editors/rich-text-input.tsx")).RichTextInput, {
  height: 340,
});
const LazyRichTextView = lazyControl(async () => (await import("#ui/rich-text-view.tsx")).RichTextView, {
  renderFallback: ({ text }) => <span className="whitespace-pre-line">{richTextWords(text)}</span>,
});

const paragraph = (text: string): RichBlock => ({ type: "paragraph", content: [{ type: "text", text }] });
const richText = (...content: RichBlock[]): RichText => ({ type: "doc", content });

export default defineField({
  type: "editor",
  title: { zh: "富文本", en: "Rich text" },
  group: "text",
  storage: "json",
  isContent: true,
  check: ({ max = maxCharacters }) => custom<RichText>((value) => isRichText(value, max)),
  message: ({ max = maxCharacters }) => ({
    zh: `内容最多 ${max} 个字符，且只能使用编辑器提供的格式`,
    en: `Up to ${max} characters, in the formats that the editor offers`,
  }),
  operators: ["contains"],
  searchControl: ({ name }) => ({ type: "textbox", name }),
  isWide: true,
  settings: longTextSettings,
  writtenAs: "markdown",
  withText(value, text, { markdown }) {
    const added = markdown(text);
    return added === null ? undefined : richText(...(value?.content ?? []), ...added.content);
  },
  plainText: richTextMarkdown,
  readText: (text, _field, _row, { markdown }) => markdown(text) ?? undefined,
  searchText: richTextWords,
  addressesIn: richTextLinks,
  Show({ value, isWhole = false }) {
    if (value === null) return null;
    if (isWhole) return <LazyRichTextView text={value} />;
    return <>{shorten(richTextWords(value), maxCellLength)}</>;
  },
  Edit: ({ field, ...edit }) => (
    <RichTextInput {...edit} name={field.name} rows={field.rows ?? editorLines} placeholder={field.placeholder} />
  ),
  examples: {
    field: { max: 80 },
    valid: [
      {
        type: "doc",
        content: [
          { type: "heading", attrs: { level: 1 }, content: [{ type: "text", text: "断网期间" }] },
          {
            type: "paragraph",
            content: [
              { type: "text", text: "读数" },
              { type: "text", text: "按顺序", marks: [{ type: "bold" }] },
              { type: "text", text: "保存，详见" },
              { type: "text", text: "文档", marks: [{ type: "link", attrs: { href: "/wiki/offline" } }] },
              { type: "text", text: "。" },
            ],
          },
          {
            type: "bulletList",
            content: [
              { type: "listItem", content: [paragraph("a"), paragraph("b")] },
              { type: "listItem", content: [paragraph("c")] },
            ],
          },
          { type: "image", attrs: { src: "/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.webp", alt: "图" } },
          {
            type: "table",
            content: [
              { type: "tableRow", content: [{ type: "tableHeader", content: [{ type: "paragraph" }] }] },
              { type: "tableRow", content: [{ type: "tableCell", content: [{ type: "paragraph" }] }] },
            ],
          },
        ],
      },
      richText(paragraph("<b>a</b>")),
    ],
    invalid: [
      "<p>a</p>",
      { type: "doc", content: [] },
      { type: "doc", content: [{ type: "paragraph" }] },
      richText(paragraph("a".repeat(81))),
      { type: "doc", content: [{ type: "iframe", attrs: { src: "https://elsewhere.test" } }] },
      { type: "doc", content: [{ type: "image", attrs: { src: "https://elsewhere.test/a.png" } }] },
      {
        type: "doc",
        content: [
          {
            type: "paragraph",
            content: [{ type: "text", text: "a", marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }] }],
          },
        ],
      },
    ],
    sample: ({ max = maxCharacters }, n) => richText(paragraph(firstCharacters(`样例 ${n}`, max))),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Formatted text (kit/rich-text.ts). `max`: its maximum number of characters; `rows`: the height of the input in lines. */
    editor: { value: RichText; options: { max?: number; rows?: number } };
  }
}
