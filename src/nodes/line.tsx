import { Minus } from "lucide-react";
import { defineNode } from "#kit/node.ts";
import { opacityOf, outlineOf, outlineSettings } from "./parts/outline.ts";

/** A line along the longer side of its box, centred (N-034). */
const line = defineNode({
  type: "line",
  number: 8,
  title: { zh: "线条", en: "Line" },
  icon: Minus,
  size: { w: 200, h: 2 },
  settings: outlineSettings({ minWidth: 1 }),
  example: { color: "dark", opacity: 100, lineWidth: 2, lineType: "solid" },
  responsive: ["color", "opacity", "lineWidth", "lineType"],
  Render: () => <hr className="line" />,
  style: (value) => ({ "--edge": outlineOf(value, 1), opacity: opacityOf(value) }),
  css: `
.node:has(> .line) {
  display: grid;
  place-items: center;
  container-type: size;

  @container stage (width < 900px) {
    height: var(--placed-height, 1rem);
  }
}
.line {
  width: 100%;
  margin: 0;
  border: 0;
  border-top: var(--edge);

  @container (aspect-ratio < 1) {
    width: 0;
    height: 100%;
    border-top: 0;
    border-left: var(--edge);
  }
}`,
});

export default line;
declare module "#kit/node.ts" {
  interface Nodes {
    line: typeof line;
  }
}
