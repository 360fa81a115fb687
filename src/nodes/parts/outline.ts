import { clampNumber } from "#kit/clamp-number.ts";
import { paletteColorOf, paletteOptions } from "#ui/palette.ts";

const lineTypes = [
  { key: "solid", name: { zh: "实线", en: "Solid" } },
  { key: "dashed", name: { zh: "虚线", en: "Dashed" } },
  { key: "dotted", name: { zh: "点线", en: "Dotted" } },
];

const opacity = { type: "number", name: { zh: "不透明度（%）", en: "Opacity (%)" }, min: 0, max: 100 } as const;
const lineType = { type: "dropdownlist", name: { zh: "线型", en: "Style" }, options: lineTypes } as const;

/** The common settings of lines and of outlines of shapes. `minWidth`: the minimum line width in px; 0 if the outline may be absent. */
export const outlineSettings = ({ minWidth }: { minWidth: 0 | 1 }) =>
  ({
    color: { type: "dropdownlist", name: { zh: "线条颜色", en: "Line colour" }, options: paletteOptions },
    opacity,
    lineWidth: { type: "number", name: { zh: "线宽", en: "Line width" }, min: minWidth, max: 40 },
    lineType,
  }) as const;

type Outline = { color?: unknown; opacity?: unknown; lineWidth?: unknown; lineType?: unknown };

/** The CSS border of a value, such as `2px solid var(--ink)`. */
export function outlineOf({ color, lineWidth, lineType: type }: Outline, min: 0 | 1): string {
  const width = clampNumber(lineWidth, { min, max: 40, fallback: 1 });
  const style = lineTypes.some(({ key }) => key === type) ? String(type) : "solid";
  return `${width}px ${style} ${paletteColorOf(color, "dark").fill}`;
}

export const opacityOf = ({ opacity: percent }: Outline): string =>
  String(clampNumber(percent, { min: 0, max: 100, fallback: 100 }) / 100);
