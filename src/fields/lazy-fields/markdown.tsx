import { maxLength, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { longTextSettings } from "#kit/field-settings.ts";
import { markdownAddresses } from "#kit/markdown-addresses.ts";
import { firstCharacters, shorten } from "#kit/text-length.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const maxCharacters = 50_000;
const maxCellLength = 100;

// Loaded on demand: the Markdown renderer is larger than all field types together.
const MarkdownInput = lazyControl(async () => (await import("#client/editors/markdown-input.tsx")).MarkdownInput, {
  height: 340,
});
const LazyMarkdownView = lazyControl(async () => (await import("#ui/markdown-view.tsx")).MarkdownView, {
  renderFallback: ({ text }) => <span className="whitespace-pre-line">{text}</span>,
});

export default defineField({
  type: "markdown",
  title: { zh: "Markdown", en: "Markdown" },
  group: "text",
  storage: "text",
  isContent: true,
  check: ({ max = maxCharacters }) => string().check(maxLength(max)),
  message: ({ max = maxCharacters }) => ({ zh: `最多 ${max} 个字符`, en: `Up to ${max} characters` }),
  operators: ["contains"],
  searchControl: ({ name }) => ({ type: "textbox", name }),
  writtenAs: "markdown",
  inlineText: ({ max }) => ({ hasLines: true, max }),
  isWide: true,
  settings: longTextSettings,
  addressesIn: markdownAddresses,
  Show({ value, isWhole = false }) {
    if (value === null) return null;
    if (isWhole) return <LazyMarkdownView text={value} />;
    return <>{shorten(value, maxCellLength)}</>;
  },
  Edit: ({ field, ...edit }) => <MarkdownInput {...edit} rows={field.rows ?? 12} placeholder={field.placeholder} />,
  examples: {
    field: { max: 60 },
    valid: ["# 标题\n\n**粗体** 与 [链接](https://example.com)"],
    invalid: ["a".repeat(61), {}],
    sample: ({ max = maxCharacters }, n) => firstCharacters(`样例 **${n}**`, max),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Text in Markdown. HTML in it is displayed as text. */
    markdown: { value: string; options: { max?: number; rows?: number } };
  }
}
