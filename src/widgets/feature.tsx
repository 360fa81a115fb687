import { localPicturePattern } from "#kit/picture.ts";
import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";
import { Arrow } from "#ui/art/mark.tsx";
import { Picture, pictureCss } from "#ui/picture.tsx";
import { headSettings, SectionHead } from "./parts/section-head.tsx";

const sides = [
  { key: "right", name: { zh: "图片在右", en: "Image on the right" } },
  { key: "left", name: { zh: "图片在左", en: "Image on the left" } },
];
const backgrounds = [
  { key: "paper", name: { zh: "纸面", en: "Paper" } },
  { key: "tinted", name: { zh: "浅色", en: "Tinted" } },
  { key: "plate", name: { zh: "深色", en: "Dark plate" } },
];

/** One subject in words beside its picture: a heading, points and a link. */
const feature = defineWidget({
  name: "feature",
  title: { zh: "图文", en: "Image and text" },
  settings: {
    ...headSettings,
    points: {
      type: "table",
      name: { zh: "要点", en: "Points" },
      max: 6,
      fields: {
        name: { type: "textbox", name: { zh: "要点", en: "Point" }, localized: true, required: true, max: 40 },
        text: { type: "textbox", name: { zh: "说明", en: "Text" }, localized: true, max: 160 },
      },
    },
    link: { type: "textbox", name: { zh: "链接文字", en: "Link text" }, localized: true, max: 30 },
    url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
    image: { type: "image", name: { zh: "图片", en: "Image" } },
    alt: {
      type: "textbox",
      name: { zh: "替代文字", en: "Alt text" },
      localized: true,
      max: 200,
      describes: "image",
      helpBlock: {
        zh: "供读屏软件朗读，纯装饰图片请留空。",
        en: "Read out by screen readers. Leave empty for decorative images.",
      },
    },
    side: { type: "dropdownlist", name: { zh: "图片位置", en: "Image position" }, options: sides },
    background: { type: "dropdownlist", name: { zh: "底色", en: "Background" }, options: backgrounds },
  },
  example: {
    eyebrow: null,
    heading: { zh: "从源头可查", en: "Traceable from the source" },
    lead: { zh: "每一条记录都写明来自哪里。", en: "Every record says where it comes from." },
    points: [{ name: { zh: "设备签名", en: "Signed on the device" }, text: null }],
    link: { zh: "了解更多", en: "Learn more" },
    url: "/contactus",
    image: "/assets/meridian.svg",
    alt: { zh: "雕版风格的地球", en: "An engraved globe" },
    side: "right",
    background: "paper",
  },
  Render({ value, context: { locale } }) {
    const background = backgrounds.find(({ key }) => key === value.background)?.key ?? "paper";
    const [link, url, points] = [textIn(value.link, locale), safeUrl(value.url), value.points ?? []];
    return (
      <div className={`section ${background}`}>
        <div className={`wrap halves ${value.side === "left" ? "left" : "right"}`}>
          <div className="words">
            <SectionHead {...value} locale={locale} />
            {points.length > 0 && (
              <dl>
                {points.map((point, index) => (
                  <div key={index}>
                    <dt>{textIn(point.name, locale)}</dt>
                    <dd>{textIn(point.text, locale)}</dd>
                  </div>
                ))}
              </dl>
            )}
            {link !== "" && url !== undefined && (
              <a className="action" href={url}>
                {link}
                <Arrow />
              </a>
            )}
          </div>
          {localPicturePattern.test(value.image ?? "") && (
            <Picture url={value.image!} alt={textIn(value.alt, locale)} sizes="(width < 900px) 92vw, 50vw" />
          )}
        </div>
      </div>
    );
  },
  css: `
[data-widget="feature"] {
  & .halves {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: clamp(32px, 6vw, 104px);
    align-items: center;
  }
  & .left > .words {
    order: 1;
  }
  & .words {
    display: grid;
    gap: 32px;
    justify-items: start;
  }
  & dl {
    display: grid;
    width: 100%;
  }
  & dl > div {
    padding-block: 16px;
    border-top: 1px solid var(--line);
  }
  & dt {
    font-weight: 600;
  }
  & dd {
    color: var(--ink-2);
    text-wrap: pretty;
  }
  & .picture {
    width: 100%;
    height: auto;
    border-radius: var(--r2);
    box-shadow: var(--shadow);
    overflow: clip;
  }
  @media (width < 900px) {
    & .halves {
      grid-template-columns: minmax(0, 1fr);
    }
    & .left > .words {
      order: 0;
    }
  }
}
${pictureCss}`,
});

export default feature;
declare module "#kit/widget.ts" {
  interface Widgets {
    feature: typeof feature;
  }
}
