import { wording } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";
import { phrases } from "./parts/phrases.tsx";

/** One block: `# ` starts a heading, `- ` a list, anything else is a paragraph. Never HTML, so there is nothing to sanitise (T-43). */
function Block({ text }: { text: string }) {
  if (text.startsWith("# ")) return <h2>{text.slice(2)}</h2>;
  const lines = text.split("\n");
  if (!lines.every((line) => line.startsWith("- "))) return <p>{text}</p>;
  return (
    <ul>
      {lines.map((line, index) => (
        <li key={index}>{line.slice(2)}</li>
      ))}
    </ul>
  );
}

/** A page's own text under its main heading. */
const richText = defineWidget({
  name: "rich-text",
  title: { zh: "正文", en: "Text" },
  settings: {
    eyebrow: { type: "textbox", name: { zh: "眉题", en: "Line above" }, localized: true, max: 40 },
    heading: { type: "textbox", name: { zh: "标题", en: "Heading" }, localized: true, required: true, max: 80 },
    text: {
      type: "textarea",
      name: { zh: "正文", en: "Text" },
      localized: true,
      rows: 12,
      helpBlock: {
        zh: "空行分段；# 开头为小标题；- 开头为列表。",
        en: "An empty line starts a paragraph, # a heading, - a list.",
      },
    },
  },
  example: {
    eyebrow: null,
    heading: { zh: "关于我们", en: "About us" },
    text: { zh: "第一段\n\n# 小标题\n\n- 一\n- 二", en: "First\n\n# Heading\n\n- one\n- two" },
  },
  Render({ value, context: { locale } }) {
    const eyebrow = wording(value.eyebrow, locale);
    const blocks = wording(value.text, locale)
      .split(/\n{2,}/)
      .filter((block) => block.trim() !== "");
    return (
      <div className="section wrap">
        <div>
          {eyebrow !== "" && <p className="eyebrow">{eyebrow}</p>}
          <h1>{phrases(wording(value.heading, locale), locale)}</h1>
        </div>
        <div className="prose">
          {blocks.map((text, index) => (
            <Block key={index} text={text} />
          ))}
        </div>
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
    display: grid;
    gap: 1.25em;
    align-content: start;
    max-width: 40em;
    padding-top: 44px;
    font-size: 1.0625rem;

    & > p:first-child {
      color: var(--ink);
      font-size: 1.25rem;
    }
  }
  & h2 {
    margin-top: 1em;
    font-size: 1.5rem;
  }
  & :is(p, li) {
    color: var(--ink-2);
    text-wrap: pretty;
    white-space: pre-line;
  }
  & ul {
    display: grid;
    gap: 0.5em;
    padding-left: 1.25em;
    list-style: square;

    & ::marker {
      color: var(--seal);
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
}`,
});

export default richText;
declare module "#kit/widget.ts" {
  interface Widgets {
    "rich-text": typeof richText;
  }
}
