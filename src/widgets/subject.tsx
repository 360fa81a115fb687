import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";
import { drawing, type DrawingName, drawingOptions } from "#ui/art/drawings.ts";
import { Arrow } from "#ui/art/mark.tsx";
import { Art } from "#ui/art/svg.tsx";
import { phrases } from "./parts/phrases.tsx";
import { Prose, proseCss } from "./parts/prose.tsx";

/** A product or a solution: its summary, drawing, benefits and text, and related items. */
const subject = defineWidget({
  name: "subject",
  title: { zh: "产品或方案", en: "Product or solution" },
  settings: {
    drawing: {
      type: "dropdownlist",
      name: { zh: "插图", en: "Illustration" },
      required: true,
      options: drawingOptions,
    },
    eyebrow: { type: "textbox", name: { zh: "眉题", en: "Eyebrow" }, localized: true, max: 40 },
    heading: { type: "textbox", name: { zh: "标题", en: "Heading" }, localized: true, required: true, max: 80 },
    lead: { type: "textarea", name: { zh: "导语", en: "Intro" }, localized: true, max: 240, rows: 2 },
    number: { type: "textbox", name: { zh: "图号", en: "Drawing number" }, max: 12 },
    points: {
      type: "table",
      name: { zh: "要点", en: "Points" },
      max: 6,
      fields: {
        text: { type: "textbox", name: { zh: "要点", en: "Point" }, localized: true, required: true, max: 120 },
      },
    },
    text: {
      type: "markdown",
      name: { zh: "正文", en: "Body" },
      localized: true,
      rows: 12,
    },
    linksName: { type: "textbox", name: { zh: "链接标题", en: "Links heading" }, localized: true, max: 40 },
    links: {
      type: "table",
      name: { zh: "链接", en: "Links" },
      max: 8,
      fields: {
        name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 40 },
        url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
      },
    },
  },
  example: {
    drawing: "secure-chip",
    eyebrow: { zh: "可控链上硬件", en: "Controllable on-chain hardware" },
    heading: { zh: "安全身份芯片", en: "Secure identity chip" },
    lead: { zh: "私钥只留在芯片里。", en: "The private key never leaves the chip." },
    number: "B-03",
    points: [{ text: { zh: "签名由芯片自己完成", en: "Signing happens inside the chip" } }],
    text: { zh: "# 怎么用\n\n正文", en: "# How it works\n\nText" },
    linksName: { zh: "相关产品", en: "Related products" },
    links: [{ name: { zh: "边缘网关", en: "Edge gateway" }, url: "/web/edge-gateway" }],
  },
  async load(value, { markdown, locale, describe, path }) {
    const [name, description] = [textIn(value.heading, locale), textIn(value.lead, locale)];
    describe({
      drawing: value.drawing,
      structured: { "@type": "Product", name, description, url: path, category: textIn(value.eyebrow, locale) },
    });
    return markdown(textIn(value.text, locale));
  },
  Render({ value, data, context: { locale, t } }) {
    const [eyebrow, lead] = [textIn(value.eyebrow, locale), textIn(value.lead, locale)];
    const [points, links] = [value.points ?? [], value.links ?? []];
    return (
      <div className="section wrap">
        <div className="top">
          <div className="words">
            {eyebrow !== "" && <p className="eyebrow">{eyebrow}</p>}
            <h1>{phrases(textIn(value.heading, locale), locale)}</h1>
            {lead !== "" && <p className="lead">{lead}</p>}
            {points.length > 0 && (
              <ul className="points">
                {points.map((point, index) => (
                  <li key={index}>{textIn(point.text, locale)}</li>
                ))}
              </ul>
            )}
          </div>
          <div className="plate-frame" aria-hidden="true">
            <Art box="0 0 160 160" className="elevation" markup={drawing(value.drawing as DrawingName)} />
            <p className="mono">
              <span>
                {t({ zh: "图号", en: "DWG" })} {value.number ?? "A-01"}
              </span>
              <span>{t({ zh: "比例 1:1", en: "SCALE 1:1" })}</span>
              <span>{t({ zh: "样张", en: "SPECIMEN" })}</span>
            </p>
          </div>
        </div>
        <div className="body">
          <Prose text={data} />
          {links.length > 0 && (
            <nav className="links" aria-label={textIn(value.linksName, locale)}>
              <p className="mono">{textIn(value.linksName, locale)}</p>
              <ul>
                {links.map((link, index) => (
                  <li key={index}>
                    <a href={safeUrl(link.url)}>
                      {textIn(link.name, locale)}
                      <Arrow />
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </div>
    );
  },
  css: `
[data-widget="subject"] {
  & .section {
    padding-top: clamp(40px, 5vw, 80px);
  }
  & .top {
    display: grid;
    grid-template-columns: minmax(0, 6fr) minmax(0, 5fr);
    gap: clamp(32px, 5vw, 88px);
    align-items: center;
  }
  & .words {
    display: grid;
    gap: 20px;
  }
  & h1 {
    font-size: calc(clamp(2.25rem, 1.4rem + 2.9vw, 3.75rem) * var(--heading-scale));
  }
  & .lead {
    font-size: 1.1875rem;
  }
  & .points {
    display: grid;
    gap: 10px;
    margin-top: 8px;
    padding-top: 20px;
    border-top: 1px solid var(--line);

    & li {
      position: relative;
      padding-left: 22px;

      &::before {
        content: "";
        position: absolute;
        top: 0.68em;
        left: 0;
        width: 10px;
        border-top: 1px solid var(--seal);
      }
    }
  }
  & .plate-frame {
    border: 1px solid var(--line);
    background:
      linear-gradient(var(--line) 1px, transparent 1px) 0 0 / 100% 32px,
      linear-gradient(90deg, var(--line) 1px, transparent 1px) 0 0 / 32px 100%,
      var(--sheet);

    & .elevation {
      width: min(420px, 88%);
      margin: clamp(28px, 4vw, 56px) auto;
      aspect-ratio: 1;
    }
    & p {
      display: grid;
      grid-template-columns: 1fr 1fr 1fr;
      border-top: 1px solid var(--line);
      background: var(--sheet);
      color: var(--ink-3);
    }
    & span {
      padding: 12px 16px;

      & + span {
        border-left: 1px solid var(--line);
      }
    }
  }
  & .body {
    display: grid;
    grid-template-columns: minmax(0, 8fr) minmax(220px, 3fr);
    gap: clamp(32px, 6vw, 112px);
    margin-top: clamp(48px, 6vw, 96px);
    padding-top: clamp(32px, 4vw, 56px);
    border-top: 1px solid var(--ink);
  }
  & .prose > h2:first-child {
    margin-top: 0;
  }
  & .links {
    align-self: start;
    display: grid;
    gap: 8px;

    & > p {
      color: var(--ink-3);
    }
    & a {
      display: flex;
      justify-content: space-between;
      align-items: center;
      gap: 12px;
      min-height: 48px;
      border-bottom: 1px solid var(--line);

      &:hover {
        color: var(--brand);
      }
    }
  }
  @media (width < 1024px) {
    & :is(.top, .body) {
      grid-template-columns: minmax(0, 1fr);
    }
  }
${proseCss}
}`,
});

export default subject;
declare module "#kit/widget.ts" {
  interface Widgets {
    subject: typeof subject;
  }
}
