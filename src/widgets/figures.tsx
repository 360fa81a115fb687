import { textIn } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";

const backgrounds = [
  { key: "paper", name: { zh: "纸面", en: "Paper" } },
  { key: "tinted", name: { zh: "浅色", en: "Tinted" } },
  { key: "plate", name: { zh: "深色", en: "Dark plate" } },
  { key: "brand", name: { zh: "品牌色", en: "Brand colour" } },
];

/** A row of large figures, each with what it counts. */
const figures = defineWidget({
  name: "figures",
  title: { zh: "数字", en: "Figures" },
  settings: {
    items: {
      type: "table",
      name: { zh: "数字", en: "Figures" },
      max: 6,
      fields: {
        value: { type: "textbox", name: { zh: "数字", en: "Figure" }, localized: true, required: true, max: 12 },
        name: { type: "textbox", name: { zh: "说明", en: "Caption" }, localized: true, required: true, max: 60 },
      },
    },
    background: { type: "dropdownlist", name: { zh: "底色", en: "Background" }, options: backgrounds },
  },
  example: {
    items: [
      { value: { zh: "6", en: "6" }, name: { zh: "个行业", en: "industries" } },
      { value: { zh: "90 天", en: "90 days" }, name: { zh: "免费试用", en: "free trial" } },
    ],
    background: "paper",
  },
  Render({ value, context: { locale } }) {
    const background = backgrounds.find(({ key }) => key === value.background)?.key ?? "paper";
    return (
      <div className={`band ${background === "brand" ? "filled" : background}`}>
        <dl className="wrap">
          {(value.items ?? []).map((item, index) => (
            <div key={index}>
              <dt>{textIn(item.name, locale)}</dt>
              <dd>{textIn(item.value, locale)}</dd>
            </div>
          ))}
        </dl>
      </div>
    );
  },
  css: `
[data-widget="figures"] {
  & .band {
    padding-block: calc(clamp(40px, 5vw, 80px) * var(--space));
  }
  & .filled {
    --ink: var(--on-brand);
    --ink-2: var(--on-brand);
    --line: color-mix(in srgb, var(--on-brand) 30%, transparent);
    background: var(--brand);
    color: var(--on-brand);
  }
  & dl {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 180px), 1fr));
    gap: 28px 0;
  }
  & dl > div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
    gap: 6px;
    padding-inline: 24px;
    border-left: 1px solid var(--line);
  }
  & dt {
    color: var(--ink-2);
  }
  & dd {
    font-family: var(--display);
    font-size: calc(clamp(2rem, 1.4rem + 2.4vw, 3.5rem) * var(--heading-scale));
    font-weight: var(--heading-weight);
    line-height: 1.1;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
  }
  @media (width < 640px) {
    & dl {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    & dl > div {
      padding-inline: 16px;
    }
  }
}`,
});

export default figures;
declare module "#kit/widget.ts" {
  interface Widgets {
    figures: typeof figures;
  }
}
