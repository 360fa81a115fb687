import { Image as ImageIcon } from "lucide-react";
import { clampNumber } from "#kit/clamp-number.ts";
import { defineNode } from "#kit/node.ts";
import { textIn } from "#kit/text.ts";
import { localPicturePattern } from "#kit/picture.ts";
import { Picture, pictureCss } from "#ui/picture.tsx";

/** A picture on a canvas (N-028). */
const image = defineNode({
  type: "image",
  title: { zh: "图片", en: "Image" },
  icon: ImageIcon,
  size: { w: 200, h: 150 },
  settings: {
    image: { type: "image", name: { zh: "图片", en: "Image" }, required: true },
    alt: {
      type: "textbox",
      name: { zh: "替代文字", en: "Alt text" },
      localized: true,
      max: 200,
      helpBlock: {
        zh: "供读屏软件朗读，纯装饰图片请留空。",
        en: "Read out by screen readers. Leave empty for decorative images.",
      },
    },
    isBorder: { type: "switch", name: { zh: "边框", en: "Border" } },
    radius: { type: "number", name: { zh: "圆角", en: "Corner radius" }, min: 0, max: 400 },
  },
  example: { image: "/assets/icon.svg", alt: { zh: "图标", en: "Icon" }, isBorder: false, radius: 0 },
  Render({ value, context }) {
    if (!localPicturePattern.test(value.image)) return null;
    return <Picture url={value.image} alt={textIn(value.alt, context.locale)} sizes="(width < 900px) 92vw, 50vw" />;
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
    height: auto;
    max-height: min(400px, 62vw);
    aspect-ratio: var(--w) / var(--h);
  }
}`,
});

export default image;
declare module "#kit/node.ts" {
  interface Nodes {
    image: typeof image;
  }
}
