import { Type } from "lucide-react";
import { clampNumber } from "#kit/clamp-number.ts";
import { defineNode } from "#kit/node.ts";
import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { paletteColorOf, paletteOptions } from "#ui/palette.ts";
import { FormattedText, formattedTextCss } from "./parts/formatted-text.tsx";

const alignments = [
  { key: "left", name: { zh: "左对齐", en: "Left" } },
  { key: "center", name: { zh: "居中", en: "Centre" } },
  { key: "right", name: { zh: "右对齐", en: "Right" } },
];

/** Text on a canvas (N-027). */
const text = defineNode({
  type: "text",
  number: 1,
  title: { zh: "文本", en: "Text" },
  icon: Type,
  size: { w: 100, h: 30 },
  settings: {
    title: { type: "textarea", name: { zh: "文字", en: "Text" }, localized: true, required: true, max: 400, rows: 2 },
    size: { type: "number", name: { zh: "字号", en: "Size" }, min: 10, max: 160 },
    color: { type: "dropdownlist", name: { zh: "颜色", en: "Colour" }, options: paletteOptions },
    isBold: { type: "switch", name: { zh: "加粗", en: "Bold" } },
    isItalic: { type: "switch", name: { zh: "斜体", en: "Italic" } },
    isUnderline: { type: "switch", name: { zh: "下划线", en: "Underline" } },
    isWrap: { type: "switch", name: { zh: "自动换行", en: "Wrap lines" } },
    alignment: { type: "dropdownlist", name: { zh: "对齐", en: "Alignment" }, options: alignments },
    url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
  },
  example: {
    title: { zh: "文本", en: "Text" },
    size: 16,
    color: "dark",
    isBold: false,
    isItalic: false,
    isUnderline: false,
    isWrap: true,
    alignment: "left",
    url: null,
  },
  formattedText: "title",
  responsive: ["size", "color", "isBold", "isItalic", "isUnderline", "isWrap", "alignment"],
  Render({ value, context, format }) {
    const url = safeUrl(value.url);
    const words =
      format === undefined ? (
        <p>{textIn(value.title, context.locale)}</p>
      ) : (
        <FormattedText text={format} hasLinks={url === undefined} />
      );
    // The same element with and without a format, so that the builder can edit it in place.
    return <div className="text">{url === undefined ? words : <a href={url}>{words}</a>}</div>;
  },
  style(value) {
    const size = clampNumber(value.size, { min: 10, max: 160, fallback: 16 });
    return {
      "--size": String(size),
      // Large type has tighter lines; in Latin scripts its letters are tighter as well.
      "--leading": size >= 28 ? "1.2" : "1.5",
      "--tracking": size >= 28 ? "-0.025em" : "0em",
      color: paletteColorOf(value.color, "dark").text,
      "font-weight": value.isBold === true ? "600" : "400",
      "font-style": value.isItalic === true ? "italic" : "normal",
      "text-decoration": value.isUnderline === true ? "underline" : "none",
      "white-space": value.isWrap === false ? "pre" : "pre-line",
      "text-align": alignments.some(({ key }) => key === value.alignment) ? value.alignment! : "left",
    };
  },
  // --u is the length of one design px (widgets/canvas.tsx).
  css: `
.text {
  font-size: calc(var(--size) * var(--u, 1px));
  line-height: var(--leading);
  letter-spacing: var(--tracking);
  text-wrap: pretty;

  &:lang(zh) {
    letter-spacing: 0;
    line-height: calc(var(--leading) + 0.1);
  }
  @container stage (width < 900px) {
    font-size: var(--font-size, clamp(1rem, calc(var(--size) * 0.72px), 2.25rem));
  }
${formattedTextCss}
}`,
});

export default text;
declare module "#kit/node.ts" {
  interface Nodes {
    text: typeof text;
  }
}
