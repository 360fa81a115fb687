import { type Locale, textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";
import { Arrow } from "#ui/art/mark.tsx";
import { ring } from "#ui/art/rosette.ts";
import { Art, centredBox } from "#ui/art/svg.tsx";
import { localPicturePattern } from "#kit/picture.ts";
import { Picture, pictureCss } from "#ui/picture.tsx";
import { Certificate } from "./parts/certificate.tsx";
import { certificateCss } from "./parts/certificate-css.ts";

/** The two layers of the background behind the certificate, which turn in opposite directions. */
const outerLayer =
  ring("hero-outer", { radius: 84, depth: 14, lobes: 15, repeats: 16, detail: 8 }) +
  ring("hero-middle", { radius: 56, depth: 15, lobes: 15, repeats: 12, detail: 8 });
const innerLayer = ring("hero-inner", { radius: 72, depth: 10, lobes: 30, repeats: 8 });

/** A headline; line breaks in its text are kept. */
function Headline({ text, locale }: { text: string; locale: Locale }) {
  const lines = text.split("\n");
  return (
    <h1>
      {lines.map((line, index) => (
        // English text needs a space between its lines when it is read out or copied.
        <span key={index}>{locale === "en" && index < lines.length - 1 ? `${line} ` : line}</span>
      ))}
    </h1>
  );
}

const pictures = [
  { key: "certificate", name: { zh: "设备资产凭证", en: "Device asset certificate" } },
  { key: "image", name: { zh: "上传的图片", en: "Uploaded image" } },
  { key: "none", name: { zh: "不显示", en: "None" } },
];

const backgrounds = [
  { key: "rosette", name: { zh: "团花", en: "Rosettes" } },
  { key: "plain", name: { zh: "纸面", en: "Paper" } },
  { key: "tinted", name: { zh: "浅色", en: "Tinted" } },
  { key: "plate", name: { zh: "深色", en: "Dark plate" } },
];

const hero = defineWidget({
  name: "hero",
  title: { zh: "首屏", en: "Hero" },
  settings: {
    subjects: {
      type: "table",
      name: { zh: "主题词", en: "Subjects" },
      max: 4,
      fields: { text: { type: "textbox", name: { zh: "文字", en: "Text" }, localized: true, required: true, max: 30 } },
    },
    headline: {
      type: "textarea",
      name: { zh: "标题", en: "Headline" },
      localized: true,
      required: true,
      max: 80,
      rows: 3,
      helpBlock: { zh: "每行一句。", en: "One phrase per line." },
    },
    lead: { type: "textarea", name: { zh: "导语", en: "Intro" }, localized: true, max: 300, rows: 3 },
    primary: { type: "textbox", name: { zh: "主按钮", en: "Primary button" }, localized: true, max: 24 },
    primaryUrl: { type: "url", name: { zh: "主按钮链接", en: "Primary button link" }, max: 200 },
    secondary: { type: "textbox", name: { zh: "次按钮", en: "Secondary button" }, localized: true, max: 24 },
    secondaryUrl: { type: "url", name: { zh: "次按钮链接", en: "Secondary button link" }, max: 200 },
    background: {
      type: "dropdownlist",
      name: { zh: "背景", en: "Background" },
      placeholder: { zh: "团花", en: "Rosettes" },
      options: backgrounds,
    },
    picture: { type: "dropdownlist", name: { zh: "配图", en: "Hero image" }, options: pictures },
    image: { type: "image", name: { zh: "图片", en: "Image" }, if: "picture=image" },
    alt: {
      type: "textbox",
      name: { zh: "替代文字", en: "Alt text" },
      localized: true,
      max: 200,
      describes: "image",
      if: "picture=image",
      helpBlock: {
        zh: "供读屏软件朗读，纯装饰图片请留空。",
        en: "Read out by screen readers. Leave empty for decorative images.",
      },
    },
  },
  example: {
    subjects: [{ text: { zh: "AI 智能设备资产管理", en: "AI device assets" } }],
    headline: { zh: "让每一台设备\n成为可核验的资产", en: "Every device,\nan asset you\ncan verify" },
    lead: { zh: "身份、数据、凭证与份额，写在一本账上。", en: "Identity, data, title and units in one ledger." },
    primary: { zh: "了解产品", en: "Explore products" },
    primaryUrl: "#products",
    secondary: null,
    secondaryUrl: null,
    background: null,
    picture: "certificate",
    image: null,
    alt: null,
  },
  Render({ value, context }) {
    const { locale } = context;
    const picture = value.picture ?? "certificate";
    const background = backgrounds.find(({ key }) => key === value.background)?.key ?? "rosette";
    const [lead, primary, secondary] = [value.lead, value.primary, value.secondary].map((text) => textIn(text, locale));
    return (
      <div className={background === "plain" ? "surface" : `surface ${background}`}>
        {background === "rosette" && (
          <div className="field" aria-hidden="true">
            <Art box={centredBox} className="layer outer" strokeWidth={0.15} markup={outerLayer} />
            <Art box={centredBox} className="layer inner" strokeWidth={0.15} markup={innerLayer} />
          </div>
        )}
        <div className={`wrap ${picture === "none" ? "whole" : "halves"}`}>
          <div className="copy">
            <p className="eyebrow">
              {(value.subjects ?? []).map((subject, index) => (
                <span key={index}>{textIn(subject.text, locale)}</span>
              ))}
            </p>
            <Headline text={textIn(value.headline, locale)} locale={locale} />
            {lead && <p className="lead">{lead}</p>}
            <div className="actions">
              {primary && (
                <a className="action solid" href={safeUrl(value.primaryUrl)}>
                  {primary}
                  <Arrow />
                </a>
              )}
              {secondary && (
                <a className="action" href={safeUrl(value.secondaryUrl)}>
                  {secondary}
                </a>
              )}
            </div>
          </div>
          {picture === "certificate" && <Certificate context={context} />}
          {picture === "image" && localPicturePattern.test(value.image ?? "") && (
            <Picture
              url={value.image!}
              alt={textIn(value.alt, locale)}
              sizes="(width < 1024px) 92vw, 50vw"
              isLazy={false}
            />
          )}
        </div>
      </div>
    );
  },
  css: `
[data-widget="hero"] {
  position: relative;
  border-bottom: 1px solid var(--line);
  overflow: clip;

  & :is(.halves, .whole) {
    padding-block: calc(clamp(56px, 7vw, 104px) * var(--space)) calc(clamp(64px, 7.5vw, 112px) * var(--space));
  }
  & .whole {
    position: relative;
  }
  & .halves > .picture {
    width: 100%;
    border-radius: var(--r);
    overflow: clip;
  }
  & .halves {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
    gap: clamp(32px, 5vw, 88px);
    align-items: center;
  }
  /* Subjects are separated by vertical lines. At the start of a row the line is outside of the box and clipped. */
  & .eyebrow {
    gap: 2px 13px;
    overflow: clip;

    &::before {
      display: none;
    }
    & span {
      position: relative;
      padding-left: 14px;
    }
    & span::before {
      content: "";
      position: absolute;
      top: calc(50% - 4px);
      left: 0;
      width: 8px;
      height: 8px;
      background: var(--seal);
    }
    & span + span::before {
      top: calc(50% - 0.4em);
      left: -1px;
      width: 1px;
      height: 0.8em;
      background: var(--line-2);
    }
  }
  & h1 {
    margin-top: 22px;

    & span {
      display: block;
    }
  }
  & .lead {
    max-width: 34em;
    margin-top: 28px;
    font-size: clamp(1.0625rem, 1rem + 0.25vw, 1.1875rem);
  }
  & .actions {
    margin-top: 36px;
  }
  /* The mask hides the background behind the text. */
  & .field {
    --fade: 90deg, transparent 40%, rgb(0 0 0 / 0.6) 56%, #000 72%;
    position: absolute;
    inset: 0;
    color: var(--brand);
    pointer-events: none;
    mask: linear-gradient(var(--fade));
  }
  & .layer {
    position: absolute;
    top: calc(50% - 590px);
    left: calc(50% - 190px);
    width: 1180px;
    height: 1180px;
    opacity: 0.62;
  }
  & .inner {
    color: var(--ochre);
  }
  @media (width < 1024px) {
    & .halves {
      grid-template-columns: minmax(0, 1fr);
    }
    & .field {
      --fade: 180deg, transparent 46%, #000 70%;
    }
    & .layer {
      top: auto;
      bottom: -320px;
      left: calc(50% - 420px);
    }
  }
  @media (width < 640px) {
    & .eyebrow {
      font-size: 0.8125rem;
      letter-spacing: 0;
    }
    & .field {
      --fade: 180deg, transparent 50%, #000 72%;
    }
    & .layer {
      bottom: -130px;
      left: -60px;
      width: 720px;
      height: 720px;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    & .outer {
      animation: hero-turn 360s linear infinite;
    }
    & .inner {
      animation: hero-turn 280s linear infinite reverse;
    }
  }
}
@keyframes hero-turn {
  to { transform: rotate(1turn); }
}
${certificateCss}
${pictureCss}`,
});

export default hero;
declare module "#kit/widget.ts" {
  interface Widgets {
    hero: typeof hero;
  }
}
