import { defineAutoWidget } from "#kit/auto-widget.ts";
import { textIn } from "#kit/text.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const MarkdownView = lazyControl(async () => (await import("#ui/markdown-view.tsx")).MarkdownView);

export default defineAutoWidget({
  name: "text",
  title: { zh: "文本", en: "Text" },
  icon: "file-text",
  newValue: { content: { zh: "在此输入内容", en: "Write here" } },
  settings: {
    content: { type: "markdown", name: { zh: "内容", en: "Content" }, localized: true, required: true, max: 10_000 },
  },
  load: () => ({}),
  Show: ({ value: { content }, locale }) => <MarkdownView id="" text={textIn(content, locale)} />,
});
