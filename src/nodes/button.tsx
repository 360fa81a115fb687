import { MousePointerClick } from "lucide-react";
import { clampNumber } from "#kit/clamp-number.ts";
import { defineNode } from "#kit/node.ts";
import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { paletteColorOf, paletteOptions } from "#ui/palette.ts";

/** A button on a canvas (N-030): a styled link. */
const button = defineNode({
  type: "button",
  number: 4,
  title: { zh: "按钮", en: "Button" },
  icon: MousePointerClick,
  size: { w: 200, h: 45 },
  settings: {
    text: { type: "textbox", name: { zh: "文字", en: "Text" }, localized: true, required: true, max: 40 },
    url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
    size: { type: "number", name: { zh: "字号", en: "Size" }, min: 12, max: 40 },
    bgColor: { type: "dropdownlist", name: { zh: "底色", en: "Background" }, options: paletteOptions },
    color: {
      type: "dropdownlist",
      name: { zh: "文字颜色", en: "Text colour" },
      options: paletteOptions,
      helpBlock: {
        zh: "留空时自动选择清晰易读的颜色。",
        en: "Leave empty to choose a readable colour automatically.",
      },
    },
    isBorder: { type: "switch", name: { zh: "只描边", en: "Outline only" } },
    radius: { type: "number", name: { zh: "圆角", en: "Corner radius" }, min: 0, max: 60 },
  },
  // "primary" is #07B1DC, the default button colour (B-084).
  example: {
    text: { zh: "按钮", en: "Button" },
    url: "/",
    size: 16,
    bgColor: "primary",
    color: null,
    isBorder: false,
    radius: 4,
  },
  responsive: ["size", "bgColor", "color", "isBorder", "radius"],
  Render: ({ value, context }) => (
    <a className="button" href={safeUrl(value.url)}>
      {textIn(value.text, context.locale)}
    </a>
  ),
  style(value) {
    const fill = paletteColorOf(value.bgColor, "primary");
    const readableColour = value.isBorder === true ? fill.text : fill.on;
    return {
      "--size": String(clampNumber(value.size, { min: 12, max: 40, fallback: 16 })),
      "--radius": `${clampNumber(value.radius, { min: 0, max: 60, fallback: 4 })}px`,
      "--fill": value.isBorder === true ? "transparent" : fill.fill,
      "--edge": value.isBorder === true ? fill.text : fill.fill,
      "--label":
        value.color === null || value.color === undefined ? readableColour : paletteColorOf(value.color, "dark").text,
    };
  },
  // --u is the length of one design px (widgets/canvas.tsx).
  css: `
.button {
  display: flex;
  align-items: center;
  justify-content: center;
  width: 100%;
  height: 100%;
  padding-inline: 0.75em;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--fill);
  color: var(--label);
  font-size: calc(var(--size) * var(--u, 1px));
  font-weight: 550;
  white-space: nowrap;
  transition: filter 0.2s, background 0.2s;

  &:hover {
    filter: brightness(0.92);
  }
  @container stage (width < 900px) {
    width: var(--placed-full, fit-content);
    min-width: min(100%, var(--w) * 1px);
    min-height: var(--placed-auto, 50px);
    font-size: var(--font-size, 1rem);
  }
}`,
});

export default button;
declare module "#kit/node.ts" {
  interface Nodes {
    button: typeof button;
  }
}
