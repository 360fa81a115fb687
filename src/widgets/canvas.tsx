import { clampNumber } from "#kit/clamp-number.ts";
import { rootFontSizeCss } from "#kit/page-scale.ts";
import { defineWidget } from "#kit/widget.ts";

/** The width, in px, for which the nodes of a canvas are positioned. On other widths the canvas is scaled; below 900 px its nodes are stacked instead. */
export const designWidth = 1280;

const backgrounds = [
  { key: "paper", name: { zh: "纸面", en: "Paper" } },
  { key: "tinted", name: { zh: "浅色", en: "Tinted" } },
  { key: "plate", name: { zh: "深色", en: "Dark plate" } },
];

/** A free-form canvas for nodes. */
const canvas = defineWidget({
  name: "canvas",
  title: { zh: "自由画布", en: "Canvas" },
  settings: {
    height: { type: "number", name: { zh: "高度", en: "Height" }, required: true, min: 40, max: 4000 },
    background: { type: "dropdownlist", name: { zh: "底色", en: "Background" }, options: backgrounds },
  },
  example: { height: 240, background: "paper" },
  holdsNodes: true,
  responsive: ["height"],
  Render({ value, children }) {
    const background = backgrounds.some(({ key }) => key === value.background) ? value.background : "paper";
    return (
      <div className={`surface ${background}`}>
        <div className="stage">{children}</div>
      </div>
    );
  },
  style: (value) => ({ "--height": String(clampNumber(value.height, { min: 40, max: 4000, fallback: 240 })) }),
  // --u is the length of one design px on this screen: the design width fills the content width of the page. On a narrow screen the nodes are stacked
  // in their order, so that texts stay readable. For the same reason the root font size by the window is that of the stage only: one em of the stage is
  // the root size of a drawn page, and its nodes begin with the site's own size again, which a reader can enlarge.
  // --u is registered as a length, so that it is computed once for the stage: otherwise each node would depend on the widths of the stage and of the
  // window, and a change of the window's height would style all of them anew.
  // A node with a place of its own at a narrow width leaves the stack: the properties --placed-* of its rule (render/page/width-style.ts) say how.
  css: `
@property --u {
  syntax: "<length>";
  inherits: true;
  initial-value: 1px;
}
[data-widget="canvas"] {
  & .surface {
    container: stage / inline-size;
  }
  & .tinted {
    background: var(--paper-2);
    border-block: 1px solid var(--line);
  }
  & .stage {
    --u: calc(min(100cqw - 2 * var(--gutter), 1312px) / ${designWidth});
    position: relative;
    width: calc(${designWidth} * var(--u));
    height: calc(var(--height) * var(--u));
    margin-inline: auto;
    font-size: ${rootFontSizeCss};
  }
  & .group {
    display: contents;
  }
  & .node {
    position: absolute;
    left: calc(var(--x) * var(--u));
    top: calc(var(--y) * var(--u));
    width: calc(var(--w) * var(--u));
    height: calc(var(--h) * var(--u));
    rotate: var(--rotation, none);
    font-size: 1rem;
  }
  @container stage (width < 900px) {
    & .stage {
      display: grid;
      gap: 16px;
      width: auto;
      height: auto;
      min-height: var(--stage-height, auto);
      padding: 56px var(--gutter);
    }
    & .node {
      position: var(--placed-position, static);
      width: var(--placed-width, auto);
      height: var(--placed-height, auto);
      rotate: var(--placed-rotation, none);
    }
  }
}
/* Nodes appear while they are scrolled into view; in the builder, and in browsers without scroll timelines, they are there at once. */
@supports (animation-timeline: view()) {
  @media (prefers-reduced-motion: no-preference) {
    .document:not(.editing) .node {
      animation: var(--entrance) linear both;
      animation-timeline: view();
      animation-range: entry 10% entry 90%;
    }
  }
}
@keyframes entrance-fade {
  from {
    opacity: 0;
  }
}
@keyframes entrance-rise {
  from {
    opacity: 0;
    translate: 0 48px;
  }
}
@keyframes entrance-left {
  from {
    opacity: 0;
    translate: -48px 0;
  }
}
@keyframes entrance-right {
  from {
    opacity: 0;
    translate: 48px 0;
  }
}
@keyframes entrance-zoom {
  from {
    opacity: 0;
    scale: 0.9;
  }
}`,
});

export default canvas;
declare module "#kit/widget.ts" {
  interface Widgets {
    canvas: typeof canvas;
  }
}
