import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";
import { headSettings, SectionHead } from "./parts/section-head.tsx";

/** Plans side by side, with their prices and features. */
const prices = defineWidget({
  name: "prices",
  title: { zh: "套餐价格", en: "Plan pricing" },
  settings: {
    ...headSettings,
    plans: {
      type: "table",
      name: { zh: "套餐", en: "Plans" },
      max: 4,
      fields: {
        name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 30 },
        price: { type: "textbox", name: { zh: "价格", en: "Price" }, localized: true, required: true, max: 30 },
        unit: { type: "textbox", name: { zh: "单位", en: "Unit" }, localized: true, max: 40 },
        text: { type: "textbox", name: { zh: "说明", en: "Text" }, localized: true, max: 120 },
        features: {
          type: "textarea",
          name: { zh: "包含", en: "Includes" },
          localized: true,
          rows: 5,
          helpBlock: { zh: "一行一项", en: "One per line" },
        },
        button: { type: "textbox", name: { zh: "按钮", en: "Button" }, localized: true, max: 24 },
        url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
        isMarked: { type: "switch", name: { zh: "突出显示", en: "Highlighted" }, value: false },
      },
    },
    note: { type: "textarea", name: { zh: "附注", en: "Note" }, localized: true, max: 300, rows: 2 },
  },
  example: {
    eyebrow: null,
    heading: { zh: "价格", en: "Pricing" },
    lead: null,
    plans: [
      {
        name: { zh: "起步", en: "Start" },
        price: { zh: "免费", en: "Free" },
        unit: null,
        text: null,
        features: { zh: "10 台设备\n1 个场地", en: "10 devices\n1 site" },
        button: { zh: "开始", en: "Start" },
        url: "/user/register",
        isMarked: true,
      },
    ],
    note: null,
  },
  Render({ value, context: { locale } }) {
    const note = textIn(value.note, locale);
    return (
      <div className="section wrap">
        <SectionHead {...value} locale={locale} />
        <ul className="plans">
          {(value.plans ?? []).map((plan, index) => {
            const button = textIn(plan.button, locale);
            return (
              <li key={index} className={plan.isMarked === true ? "marked" : undefined}>
                <h3>{textIn(plan.name, locale)}</h3>
                <p className="price">
                  <b>{textIn(plan.price, locale)}</b> <span>{textIn(plan.unit, locale)}</span>
                </p>
                <p>{textIn(plan.text, locale)}</p>
                <ul>
                  {textIn(plan.features, locale)
                    .split("\n")
                    .filter((line) => line.trim() !== "")
                    .map((line, lineIndex) => (
                      <li key={lineIndex}>{line}</li>
                    ))}
                </ul>
                {button !== "" && (
                  <a className={plan.isMarked === true ? "action solid" : "action"} href={safeUrl(plan.url)}>
                    {button}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
        {note !== "" && <p className="note">{note}</p>}
      </div>
    );
  },
  css: `
[data-widget="prices"] {
  & .plans {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr));
    gap: 20px;
    margin-top: var(--after-head);

    & > li {
      display: grid;
      grid-template-rows: auto auto auto 1fr auto;
      gap: 14px;
      padding: 32px 28px;
      border: 1px solid var(--line);
      background: var(--sheet);
    }
    & > .marked {
      border-color: var(--brand);
      box-shadow: inset 0 3px 0 var(--brand);
    }
    & p {
      color: var(--ink-2);
    }
    & .price {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 4px 10px;

      & b {
        color: var(--ink);
        font-size: 2rem;
        font-weight: 600;
        letter-spacing: -0.02em;
      }
    }
    & ul {
      display: grid;
      gap: 10px;
      align-content: start;
      padding-block: 18px 14px;
      border-top: 1px solid var(--line);
      font-size: 0.9375rem;

      & li {
        padding-left: 20px;
        background: linear-gradient(var(--seal), var(--seal)) 0 0.75em / 9px 1px no-repeat;
      }
    }
  }
  & .note {
    max-width: 48em;
    margin-top: 28px;
    color: var(--ink-3);
    font-size: 0.875rem;
  }
}`,
});

export default prices;
declare module "#kit/widget.ts" {
  interface Widgets {
    prices: typeof prices;
  }
}
