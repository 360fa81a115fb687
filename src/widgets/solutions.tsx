import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";
import { drawing, type DrawingName, drawingOptions } from "#ui/art/drawings.ts";
import { Art } from "#ui/art/svg.tsx";
import { headSettings, SectionHead } from "./parts/section-head.tsx";

/** A grid of links to solutions, each with a drawing and its title block. */
const solutions = defineWidget({
  name: "solutions",
  title: { zh: "行业方案", en: "Solutions" },
  settings: {
    ...headSettings,
    items: {
      type: "table",
      name: { zh: "方案", en: "Solutions" },
      max: 12,
      fields: {
        drawing: {
          type: "dropdownlist",
          name: { zh: "插图", en: "Illustration" },
          required: true,
          options: drawingOptions,
        },
        name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 30 },
        text: { type: "textbox", name: { zh: "说明", en: "Text" }, localized: true, max: 120 },
        url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
      },
    },
  },
  example: {
    eyebrow: null,
    heading: { zh: "六个行业", en: "Six industries" },
    lead: null,
    items: [{ drawing: "energy", name: { zh: "数字能源", en: "Digital energy" }, text: null, url: "/" }],
  },
  Render({ value, context: { locale, t } }) {
    return (
      <div className="section wrap">
        <SectionHead {...value} locale={locale} />
        <div className="sheet">
          {(value.items ?? []).map((item, index) => (
            <a className="solution" href={safeUrl(item.url)} key={index}>
              <div className="drawing">
                <Art box="0 0 160 160" className="elevation" markup={drawing(item.drawing as DrawingName)} />
              </div>
              <div className="block">
                <h3>{textIn(item.name, locale)}</h3>
                <p>{textIn(item.text, locale)}</p>
                <span className="mono" aria-hidden="true">
                  {t({ zh: "图号", en: "DWG" })} S-{String(index + 1).padStart(2, "0")}
                </span>
              </div>
            </a>
          ))}
        </div>
      </div>
    );
  },
  css: `
[data-widget="solutions"] {
  & .sheet {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    margin-top: var(--after-head);
    border-top: 1px solid var(--line);
    border-left: 1px solid var(--line);
  }
  & .solution {
    display: grid;
    grid-template-rows: 1fr auto;
    border-right: 1px solid var(--line);
    border-bottom: 1px solid var(--line);
    transition: background calc(0.25s * var(--pace));

    &[href]:is(:hover, :focus-visible) {
      background: var(--paper-2);

      & .led {
        animation: solution-led 1.2s ease-in-out infinite;
      }
    }
  }
  & .drawing {
    display: grid;
    place-items: center;
    padding: 36px;
  }
  & .elevation {
    width: min(224px, 78%);
    aspect-ratio: 1;
  }
  & .block {
    position: relative;
    padding: 20px 110px 22px 24px;
    border-top: 1px solid var(--line);

    & p {
      margin-top: 4px;
      color: var(--ink-2);
      font-size: 0.9375rem;
      text-wrap: pretty;
    }
    & span {
      position: absolute;
      inset: 0 0 0 auto;
      display: grid;
      place-items: center;
      width: 92px;
      border-left: 1px solid var(--line);
      color: var(--ink-3);
    }
  }
  @media (width < 1024px) {
    & .sheet {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @media (width < 640px) {
    & .sheet {
      grid-template-columns: minmax(0, 1fr);
    }
    & .solution {
      grid-template: auto / 128px minmax(0, 1fr);
    }
    & .drawing {
      padding: 16px;
      border-right: 1px solid var(--line);
    }
    & .elevation {
      width: 96px;
    }
    & .block {
      align-self: center;
      padding: 18px;
      border-top: 0;

      & span {
        display: none;
      }
    }
  }
}
@keyframes solution-led {
  50% { opacity: 0.25; }
}`,
});

export default solutions;
declare module "#kit/widget.ts" {
  interface Widgets {
    solutions: typeof solutions;
  }
}
