import { Circle } from "lucide-react";
import { defineNode } from "#kit/node.ts";
import { paletteColorOf, paletteOptions } from "#ui/palette.ts";
import { opacityOf, outlineOf, outlineSettings } from "./parts/outline.ts";

/** A circle on a canvas, or an ellipse if its box is not square (N-036). */
const circle = defineNode({
  type: "circle",
  number: 10,
  title: { zh: "圆形", en: "Circle" },
  icon: Circle,
  size: { w: 100, h: 100 },
  settings: {
    fillColor: { type: "dropdownlist", name: { zh: "填充颜色", en: "Fill" }, options: paletteOptions },
    ...outlineSettings({ minWidth: 0 }),
  },
  example: { fillColor: "light", color: "dark", opacity: 100, lineWidth: 0, lineType: "solid" },
  responsive: ["fillColor", "color", "opacity", "lineWidth", "lineType"],
  Render: () => <span className="circle" />,
  style: (value) => ({
    "border-radius": "50%",
    border: outlineOf(value, 0),
    background: paletteColorOf(value.fillColor, "light").fill,
    opacity: opacityOf(value),
  }),
  // A shape is a background for other nodes: hidden on narrow screens, where nodes are stacked below each other, unless it has a place there.
  css: `
.node:has(> .circle) {
  @container stage (width < 900px) {
    display: var(--placed-display, none);
  }
}`,
});

export default circle;
declare module "#kit/node.ts" {
  interface Nodes {
    circle: typeof circle;
  }
}
