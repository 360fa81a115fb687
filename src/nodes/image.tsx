import { Image as ImageIcon } from "lucide-react";
import { clampNumber } from "#kit/clamp-number.ts";
import { defineNode } from "#kit/node.ts";
import { textIn } from "#kit/text.ts";
import { localPicturePattern } from "#kit/picture.ts";
import { Picture, pictureCss } from "#ui/picture.tsx";

const texts = {
  preview: { zh: "查看大图", en: "View larger" },
  close: { zh: "关闭", en: "Close" },
};

/** A picture on a canvas (N-028). With `canPreview` it links to the picture itself, which image.island.ts shows in a dialog. */
const image = defineNode({
  type: "image",
  number: 2,
  title: { zh: "图片", en: "Image" },
  icon: ImageIcon,
  size: { w: 200, h: 150 },
  island: "used",
  settings: {
    image: { type: "image", name: { zh: "图片", en: "Image" }, required: true },
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
    isBorder: { type: "switch", name: { zh: "细边框", en: "Thin border" } },
    radius: { type: "number", name: { zh: "圆角", en: "Corner radius" }, min: 0, max: 400 },
    canPreview: {
      type: "switch",
      name: { zh: "点击查看大图", en: "Open on click" },
      helpBlock: { zh: "访客点击图片时放大显示。", en: "Visitors can enlarge the image." },
    },
  },
  example: {
    image: "/assets/icon.svg",
    alt: { zh: "图标", en: "Icon" },
    isBorder: false,
    radius: 0,
    canPreview: false,
  },
  responsive: ["isBorder", "radius"],
  Render({ value, context: { locale } }) {
    if (!localPicturePattern.test(value.image)) return null;
    const alt = textIn(value.alt, locale);
    const picture = <Picture url={value.image} alt={alt} sizes="(width < 900px) 92vw, 50vw" />;
    if (value.canPreview !== true) return picture;
    return (
      <a
        className="preview"
        href={value.image}
        aria-label={alt === "" ? texts.preview[locale] : `${texts.preview[locale]}: ${alt}`}
        data-close={texts.close[locale]}
      >
        {picture}
      </a>
    );
  },
  style: (value) => ({
    "border-radius": `${clampNumber(value.radius, { min: 0, max: 400, fallback: 0 })}px`,
    border: value.isBorder === true ? "1px solid var(--line)" : "0",
    overflow: "clip",
  }),
  css: `${pictureCss}
.node .picture,
.node .picture > * {
  width: 100%;
  height: 100%;
  object-fit: contain;

  @container stage (width < 900px) {
    height: var(--placed-full, auto);
    max-height: var(--placed-none, min(400px, 62vw));
    aspect-ratio: var(--placed-auto, var(--w) / var(--h));
  }
}
.node > .preview {
  display: block;
  height: 100%;
  cursor: zoom-in;
}
.picture-preview {
  max-width: none;
  max-height: none;
  width: 100vw;
  height: 100dvh;
  padding: 0;
  border: 0;
  background: rgb(3 13 9 / 0.86);
  cursor: zoom-out;

  &[open] {
    display: grid;
    place-items: center;
  }
  & > img {
    max-width: min(96vw, 1600px);
    max-height: 92dvh;
    object-fit: contain;
    cursor: auto;
  }
  & > button {
    position: fixed;
    inset: 12px 12px auto auto;
    width: 44px;
    height: 44px;
    border: 1px solid rgb(255 255 255 / 0.5);
    border-radius: 50%;
    background: rgb(3 13 9 / 0.7);
    color: #fff;
    font-size: 24px;
    line-height: 1;
    cursor: pointer;
  }
}`,
});

export default image;
declare module "#kit/node.ts" {
  interface Nodes {
    image: typeof image;
  }
}
