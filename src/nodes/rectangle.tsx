import { Square } from "lucide-react";
import { clampNumber } from "#kit/clamp-number.ts";
import { defineNode } from "#kit/node.ts";
import { paletteColorOf, paletteOptions } from "#ui/palette.ts";
import { opacityOf, outlineOf, outlineSettings } from "./parts/outline.ts";

/** A rectangle on a canvas (N-035). */
const rectangle = defineNode({
  type: "rectangle",
  number: 9,
  title: { zh: "矩形", en: "Rectangle" },
  icon: Square,
  size: { w: 120, h: 80 },
  settings: {
    fillColor: { type: "dropdownlist", name: { zh: "填充颜色", en: "Fill" }, options: paletteOptions },
    radius: { type: "number", name: { zh: "圆角", en: "Corner radius" }, min: 0, max: 400 },
    ...outlineSettings({ minWidth: 0 }),
  },
  example: { fillColor: "light", radius: 0, color: "dark", opacity: 100, lineWidth: 0, lineType: "solid" },
  responsive: ["fillColor", "radius", "color", "opacity", "lineWidth", "lineType"],
  Render: () => <span className="rectangle" />,
  style: (value) => ({
    "border-radius": `${clampNumber(value.radius, { min: 0, max: 400, fallback: 0 })}px`,
    border: outlineOf(value, 0),
    background: paletteColorOf(value.fillColor, "light").fill,
    opacity: opacityOf(value),
  }),
  // A shape is a background for other nodes: hidden on narrow screens, where nodes are stacked below each other, unless it has a place there.
  css: `
.node:has(> .rectangle) {
  @container stage (width < 900px) {
    display: var(--placed-display, none);
  }
}`,
});

export default rectangle;
declare module "#kit/node.ts" {
  interface Nodes {
    rectangle: typeof rectangle;
  }
}
