import { textIn } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";
import { phrases } from "./parts/phrases.tsx";
import { Prose, proseCss } from "./parts/prose.tsx";

/** A formatted text with the main heading of the page. */
const richText = defineWidget({
  name: "rich-text",
  title: { zh: "正文", en: "Body" },
  settings: {
    eyebrow: { type: "textbox", name: { zh: "眉题", en: "Eyebrow" }, localized: true, max: 40 },
    heading: { type: "textbox", name: { zh: "标题", en: "Heading" }, localized: true, required: true, max: 80 },
    text: {
      type: "markdown",
      name: { zh: "正文", en: "Body" },
      localized: true,
      rows: 12,
    },
  },
  example: {
    eyebrow: null,
    heading: { zh: "关于我们", en: "About us" },
    text: { zh: "第一段\n\n# 小标题\n\n- 一\n- 二", en: "First\n\n# Heading\n\n- one\n- two" },
  },
  load: async ({ text }, { markdown, locale }) => markdown(textIn(text, locale)),
  Render({ value, data, context: { locale } }) {
    const eyebrow = textIn(value.eyebrow, locale);
    return (
      <div className="section wrap">
        <div>
          {eyebrow !== "" && <p className="eyebrow">{eyebrow}</p>}
          <h1>{phrases(textIn(value.heading, locale), locale)}</h1>
        </div>
        <Prose text={data} />
      </div>
    );
  },
  css: `
[data-widget="rich-text"] {
  & .section {
    display: grid;
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
    gap: clamp(32px, 5vw, 88px);
  }
  & h1 {
    margin-top: 18px;
  }
  & .prose {
    padding-top: 44px;

    & > p:first-child {
      color: var(--ink);
      font-size: 1.25rem;
    }
  }
  @media (width < 1024px) {
    & .section {
      grid-template-columns: minmax(0, 1fr);
    }
    & .prose {
      padding-top: 0;
    }
  }
${proseCss}
}`,
});

export default richText;
declare module "#kit/widget.ts" {
  interface Widgets {
    "rich-text": typeof richText;
  }
}
