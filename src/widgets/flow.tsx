import { textIn } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";
import { flowArt, type FlowArtName } from "#ui/art/flow.ts";
import { Art } from "#ui/art/svg.tsx";
import { headSettings, SectionHead } from "./parts/section-head.tsx";

const drawings = [
  { key: "device", name: { zh: "设备", en: "Device" } },
  { key: "data", name: { zh: "数据", en: "Data" } },
  { key: "certificate", name: { zh: "凭证", en: "Certificate" } },
  { key: "units", name: { zh: "份额", en: "Units" } },
  { key: "distribution", name: { zh: "分配", en: "Distribution" } },
];

/** Up to five illustrated steps in a row on a dark background, with an optional line back from the last step to the first. */
const flow = defineWidget({
  name: "flow",
  title: { zh: "流程", en: "Flow" },
  settings: {
    ...headSettings,
    steps: {
      type: "table",
      name: { zh: "步骤", en: "Steps" },
      max: 5,
      fields: {
        drawing: { type: "dropdownlist", name: { zh: "插图", en: "Illustration" }, options: drawings, required: true },
        name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 24 },
        text: { type: "textbox", name: { zh: "说明", en: "Text" }, localized: true, max: 120 },
      },
    },
    loop: { type: "textbox", name: { zh: "闭环说明", en: "Loop caption" }, localized: true, max: 120 },
  },
  example: {
    eyebrow: null,
    heading: { zh: "工作原理", en: "How it works" },
    lead: null,
    steps: [
      {
        drawing: "device",
        name: { zh: "设备", en: "Device" },
        text: { zh: "安装即登记。", en: "Registered on installation." },
      },
    ],
    loop: null,
  },
  Render({ value, context: { locale } }) {
    const loop = textIn(value.loop, locale);
    return (
      <div className="section plate">
        <div className="wrap">
          <SectionHead {...value} locale={locale} />
          <ol className="steps">
            {(value.steps ?? []).map((step, index) => (
              <li key={index}>
                <div className="drawing">
                  <Art box="0 0 160 160" className="elevation" markup={flowArt[step.drawing as FlowArtName] ?? ""} />
                </div>
                <h3>{textIn(step.name, locale)}</h3>
                <p>{textIn(step.text, locale)}</p>
              </li>
            ))}
          </ol>
          {loop !== "" && (
            <p className="loop">
              <span>{loop}</span>
            </p>
          )}
        </div>
      </div>
    );
  },
  css: `
[data-widget="flow"] {
  & .steps {
    position: relative;
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    margin-top: var(--after-head);
    overflow: clip;
  }
  & .drawing {
    position: relative;
    margin-bottom: 28px;
    padding-bottom: 24px;
    border-bottom: 1px solid var(--line);
  }
  /* The mark of a step on the line. */
  & .drawing::after {
    content: "";
    position: absolute;
    left: 0;
    bottom: -4px;
    width: 7px;
    height: 7px;
    background: var(--seal);
  }
  & .elevation {
    width: min(196px, 86%);
    height: auto;
    aspect-ratio: 1;
    margin-left: -16px;
  }
  & :is(h3, li > p) {
    padding-right: 24px;
  }
  & li > p {
    max-width: 17em;
    margin-top: 8px;
    color: var(--ink-2);
    font-size: 0.9375rem;
    text-wrap: pretty;
  }
  & .loop {
    position: relative;
    height: 36px;
    margin-top: 40px;
    border: 1px solid var(--line);
    border-top: 0;
    color: var(--ink-2);
    font-size: 0.875rem;
    text-align: center;

    /* The caption interrupts the line at the bottom of the box. */
    & span {
      position: relative;
      top: 23px;
      padding-inline: 16px;
      background: var(--plate);
    }
  }
  @media (width < 1024px) {
    & .steps {
      grid-template-columns: minmax(0, 1fr);
    }
    & li {
      display: grid;
      grid-template-columns: 112px minmax(0, 1fr);
      column-gap: 20px;
      border-bottom: 1px solid var(--line);
    }
    & .drawing {
      grid-row: 1 / 3;
      margin: 0;
      padding-block: 8px;
      border: 0;

      &::after {
        display: none;
      }
    }
    & .elevation {
      width: 112px;
      margin: 0;
    }
    & h3 {
      align-self: end;
    }
    & .loop {
      height: auto;
      margin-top: 20px;
      border: 0;
      text-align: left;

      & span {
        top: 0;
        padding: 0;
      }
    }
  }
  /* A pulse that runs along the line from step to step. */
  @media (prefers-reduced-motion: no-preference) and (width >= 1024px) {
    & .drawing::before {
      content: "";
      position: absolute;
      left: 0;
      bottom: -1px;
      width: 100%;
      height: 1px;
      background: linear-gradient(90deg, transparent, var(--seal), transparent) no-repeat -100% 0 / 45% 100%;
      animation: flow-pulse 6s linear infinite;
    }
    & li:nth-child(2) .drawing::before { animation-delay: 1.2s; }
    & li:nth-child(3) .drawing::before { animation-delay: 2.4s; }
    & li:nth-child(4) .drawing::before { animation-delay: 3.6s; }
    & li:nth-child(5) .drawing::before { animation-delay: 4.8s; }
  }
}
@keyframes flow-pulse {
  from { background-position-x: -90%; }
  28%, to { background-position-x: 190%; }
}`,
});

export default flow;
declare module "#kit/widget.ts" {
  interface Widgets {
    flow: typeof flow;
  }
}
