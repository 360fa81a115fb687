import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";
import { Arrow } from "#ui/art/mark.tsx";
import { wovenNest } from "#ui/art/rosette.ts";
import { Art, centredBox } from "#ui/art/svg.tsx";
import { phrases } from "./parts/phrases.tsx";

// A rosette with an empty middle, in which the code of the error is shown.
const hollowRosette = wovenNest("notice", { lobes: 12, depth: 0.12, layers: 24, inner: 0.62, twist: 15 });

/** A message that fills a page, for example "not found" or "not allowed". */
const notice = defineWidget({
  name: "notice",
  title: { zh: "通知页", en: "Notice" },
  settings: {
    code: { type: "textbox", name: { zh: "编号", en: "Code" }, max: 8 },
    heading: { type: "textbox", name: { zh: "标题", en: "Heading" }, localized: true, required: true, max: 80 },
    lead: { type: "textarea", name: { zh: "说明", en: "Text" }, localized: true, max: 240, rows: 2 },
    button: { type: "textbox", name: { zh: "按钮", en: "Button" }, localized: true, max: 24 },
    url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
  },
  example: {
    code: "404",
    heading: { zh: "页面不存在", en: "Page not found" },
    lead: null,
    button: { zh: "返回首页", en: "Back to home" },
    url: "/index",
  },
  Render({ value, context: { locale } }) {
    const [lead, button] = [textIn(value.lead, locale), textIn(value.button, locale)];
    return (
      <div className="section wrap">
        <div className="words">
          <h1>{phrases(textIn(value.heading, locale), locale)}</h1>
          {lead !== "" && <p className="lead">{lead}</p>}
          {button !== "" && (
            <a
              className="action solid"
              href={safeUrl(value.url)}
              data-sign-in={value.url === "/user/login" ? "login" : undefined}
            >
              {button}
              <Arrow />
            </a>
          )}
        </div>
        <div className="figure" aria-hidden="true">
          <Art box={centredBox} className="rosette" markup={hollowRosette} />
          <span>{value.code}</span>
        </div>
      </div>
    );
  },
  css: `
[data-widget="notice"] {
  & .section {
    display: grid;
    grid-template-columns: minmax(0, 6fr) minmax(0, 5fr);
    gap: clamp(32px, 6vw, 96px);
    align-items: center;
    min-height: min(70vh, 720px);
  }
  & .lead {
    margin-top: 24px;
  }
  & .action {
    margin-top: 36px;
  }
  & .figure {
    display: grid;
    place-items: center;
    color: var(--malachite);

    & > * {
      grid-area: 1 / 1;
    }
    & span {
      color: var(--seal);
      font: 450 clamp(1.75rem, 3vw, 2.5rem) / 1 var(--mono);
      letter-spacing: 0.06em;
    }
  }
  & .rosette {
    width: min(420px, 80%);
    aspect-ratio: 1;
    stroke-width: 0.6;
  }
  /* On pages without the site's header and footer. */
  body:not(:has(.site-top)) & .section {
    min-height: 88vh;
  }
  @media (width < 768px) {
    & .section,
    body:not(:has(.site-top)) & .section {
      grid-template-columns: minmax(0, 1fr);
      min-height: 0;
    }
    & .figure {
      justify-items: start;
    }
    & .figure span {
      margin-left: 78px;
    }
    & .rosette {
      width: 220px;
    }
  }
}`,
});

export default notice;
declare module "#kit/widget.ts" {
  interface Widgets {
    notice: typeof notice;
  }
}
