import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";
import { Arrow } from "#ui/art/mark.tsx";
import { wovenNest } from "#ui/art/rosette.ts";
import { Art, centredBox } from "#ui/art/svg.tsx";
import { SectionHead } from "./parts/section-head.tsx";

// The rosettes have a lobe for each of the fifteen products and of the six solutions.
const leftRosette = wovenNest("cta-left", { lobes: 15, depth: 0.1, layers: 36, inner: 0.3, twist: 24 });
const rightRosette = wovenNest("cta-right", { lobes: 6, depth: 0.16, layers: 36, inner: 0.3, twist: 40 });

const backgrounds = [
  { key: "rosette", name: { zh: "团花", en: "Rosettes" } },
  { key: "brand", name: { zh: "品牌色", en: "Brand colour" } },
  { key: "plate", name: { zh: "深色", en: "Dark plate" } },
];

const callToAction = defineWidget({
  name: "call-to-action",
  title: { zh: "行动号召", en: "Call to action" },
  settings: {
    heading: { type: "textbox", name: { zh: "标题", en: "Heading" }, localized: true, required: true, max: 80 },
    lead: { type: "textarea", name: { zh: "导语", en: "Intro" }, localized: true, max: 200, rows: 2 },
    button: { type: "textbox", name: { zh: "按钮", en: "Button" }, localized: true, max: 24 },
    url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
    background: {
      type: "dropdownlist",
      name: { zh: "背景", en: "Background" },
      placeholder: { zh: "团花", en: "Rosettes" },
      options: backgrounds,
    },
  },
  example: {
    heading: { zh: "先从一台设备开始", en: "Start with one device" },
    lead: null,
    button: { zh: "联系我们", en: "Talk to us" },
    url: "/contactus",
    background: null,
  },
  Render({ value, context: { locale } }) {
    const button = textIn(value.button, locale);
    const background = backgrounds.find(({ key }) => key === value.background)?.key ?? "rosette";
    if (background !== "rosette")
      return (
        <div className="section wrap">
          <div className={`panel ${background === "brand" ? "filled" : background}`}>
            <SectionHead heading={value.heading} lead={value.lead} locale={locale} />
            {button !== "" && (
              <a className="action solid" href={safeUrl(value.url)}>
                {button}
                <Arrow />
              </a>
            )}
          </div>
        </div>
      );
    return (
      <div className="section wrap">
        <div className="box">
          <svg className="braid" aria-hidden="true">
            <rect width="100%" height="100%" fill="url(#braid)" />
          </svg>
          <div className="inside">
            <Art box={centredBox} className="rosette left" markup={leftRosette} />
            <Art box={centredBox} className="rosette right" markup={rightRosette} />
            <SectionHead heading={value.heading} lead={value.lead} locale={locale} />
            {button !== "" && (
              <a className="action solid" href={safeUrl(value.url)}>
                {button}
                <Arrow />
              </a>
            )}
          </div>
        </div>
      </div>
    );
  },
  css: `
[data-widget="call-to-action"] {
  & .panel {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 32px 64px;
    padding: clamp(40px, 6vw, 88px) clamp(28px, 5vw, 80px);
    border-radius: var(--r2);
    box-shadow: var(--shadow);

    & .head {
      flex: 1 1 320px;
    }
  }
  & .filled {
    --ink: var(--on-brand);
    --ink-2: var(--on-brand);
    background: var(--brand);
    color: var(--on-brand);

    & .action.solid {
      border-color: var(--on-brand);
      background: var(--on-brand);
      color: var(--brand);
    }
  }
  & .box {
    position: relative;
    padding: 16px;
    border: 1px solid var(--line);
    border-radius: var(--r2);
    box-shadow: var(--shadow);
  }
  & .inside {
    --art: clamp(300px, 36vw, 520px);
    position: relative;
    display: grid;
    justify-items: center;
    gap: 32px;
    padding: clamp(48px, 7vw, 104px) 24px;
    outline: 1px solid var(--brand);
    background: var(--paper);
    text-align: center;
    overflow: clip;
  }
  & .inside > .head {
    position: relative;
    justify-items: center;
  }
  & .lead {
    text-wrap: balance;
  }
  & .inside > .action {
    position: relative;
  }
  & .rosette {
    position: absolute;
    top: calc(50% - var(--art) / 2);
    width: var(--art);
    height: var(--art);
    stroke-width: 0.55;
    opacity: 0.5;
  }
  & .left {
    left: calc(var(--art) / -2);
    color: var(--malachite);
  }
  & .right {
    right: calc(var(--art) / -2);
    color: var(--ochre);
  }
  @media (width < 1024px) {
    & .rosette {
      opacity: 0.35;
    }
    & .left {
      left: calc(var(--art) * -0.82);
    }
    & .right {
      right: calc(var(--art) * -0.82);
    }
  }
  /* The rosettes are moved outwards, so that they end where the text begins. */
  @media (width < 640px) {
    & .left {
      left: calc(24px - var(--art));
    }
    & .right {
      right: calc(24px - var(--art));
    }
  }
}`,
});

export default callToAction;
declare module "#kit/widget.ts" {
  interface Widgets {
    "call-to-action": typeof callToAction;
  }
}
