import { textIn } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";
import { phrases } from "./parts/phrases.tsx";
import { headSettings } from "./parts/section-head.tsx";

/** The main heading of a page, for pages whose other widgets have no `h1`. */
const pageTitle = defineWidget({
  name: "page-title",
  title: { zh: "页面标题", en: "Page title" },
  settings: headSettings,
  example: {
    eyebrow: { zh: "公司", en: "Company" },
    heading: { zh: "我们的团队", en: "Our team" },
    lead: { zh: "谁在做这件事。", en: "Who is behind it." },
  },
  Render({ value, context: { locale } }) {
    const [eyebrow, lead] = [textIn(value.eyebrow, locale), textIn(value.lead, locale)];
    return (
      <div className="wrap">
        {eyebrow !== "" && <p className="eyebrow">{eyebrow}</p>}
        <h1>{phrases(textIn(value.heading, locale), locale)}</h1>
        {lead !== "" && <p className="lead">{lead}</p>}
      </div>
    );
  },
  css: `
[data-widget="page-title"] {
  & .wrap {
    display: grid;
    gap: 20px;
    padding-block: calc(clamp(56px, 7vw, 112px) * var(--space)) calc(clamp(24px, 3vw, 48px) * var(--space));
  }
  & h1 {
    max-width: 16em;
    font-size: calc(clamp(2.25rem, 1.4rem + 3.2vw, 4rem) * var(--heading-scale));
  }
  & .lead {
    font-size: 1.1875rem;
  }
  /* The widget after the title: less space above it, and a smaller heading. */
  & + * > .section {
    padding-top: clamp(24px, 3vw, 48px);

    & > .head h2 {
      font-size: 1.5rem;
      letter-spacing: 0;
    }
    & > .head + * {
      margin-top: 28px;
    }
  }
}`,
});

export default pageTitle;
declare module "#kit/widget.ts" {
  interface Widgets {
    "page-title": typeof pageTitle;
  }
}
