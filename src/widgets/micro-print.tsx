import { textIn } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";

/** The number of repetitions of the text: enough for the widest screen. CSS clips the rest. */
const copyCount = 14;

/** A line of tiny text across the page, as on banknotes. */
const microPrint = defineWidget({
  name: "micro-print",
  title: { zh: "微缩文字", en: "Microprint" },
  settings: {
    text: { type: "textbox", name: { zh: "文字", en: "Text" }, localized: true, required: true, max: 120 },
  },
  example: { text: { zh: "设备身份　运行数据　", en: "DEVICE IDENTITY · OPERATING DATA · " } },
  // Decoration, hidden from screen readers: they would read the text fourteen times.
  Render: ({ value, context }) => <p aria-hidden="true">{textIn(value.text, context.locale).repeat(copyCount)}</p>,
  css: `
[data-widget="micro-print"] {
  overflow: clip;
  border-bottom: 1px solid var(--line);
  background: var(--paper-2);
  color: var(--ink-3);
  white-space: nowrap;

  & p {
    font: 400 9px/22px var(--mono);
    letter-spacing: 0.06em;
  }
  &:lang(zh) p {
    font-family: var(--sans);
  }
}`,
});

export default microPrint;
declare module "#kit/widget.ts" {
  interface Widgets {
    "micro-print": typeof microPrint;
  }
}
