import { clampNumber } from "#kit/clamp-number.ts";
import { paletteColorOf, paletteOptions } from "#ui/palette.ts";

const animations = [
  { key: "fade", name: { zh: "淡入", en: "Fade in" } },
  { key: "rise", name: { zh: "上移进入", en: "Rise" } },
  { key: "left", name: { zh: "从左进入", en: "From the left" } },
  { key: "right", name: { zh: "从右进入", en: "From the right" } },
  { key: "zoom", name: { zh: "放大进入", en: "Zoom in" } },
];
const lineStyles = [
  { key: "solid", name: { zh: "实线", en: "Solid" } },
  { key: "dashed", name: { zh: "虚线", en: "Dashed" } },
  { key: "dotted", name: { zh: "点线", en: "Dotted" } },
  { key: "double", name: { zh: "双线", en: "Double" } },
];
/** The direction of a shadow: degrees, clockwise from the top. */
const directions = [
  { key: "180", name: { zh: "下", en: "Down" } },
  { key: "135", name: { zh: "右下", en: "Down right" } },
  { key: "90", name: { zh: "右", en: "Right" } },
  { key: "45", name: { zh: "右上", en: "Up right" } },
  { key: "0", name: { zh: "上", en: "Up" } },
  { key: "315", name: { zh: "左上", en: "Up left" } },
  { key: "270", name: { zh: "左", en: "Left" } },
  { key: "225", name: { zh: "左下", en: "Down left" } },
];
const color = { type: "dropdownlist", name: { zh: "颜色", en: "Colour" }, options: paletteOptions } as const;
const limits = {
  border: { min: 0, max: 40, fallback: 0 },
  radius: { min: 0, max: 400, fallback: 0 },
  distance: { min: 0, max: 100, fallback: 0 },
  blur: { min: 0, max: 200, fallback: 0 },
};
const numberOf = ({ min, max }: { min: number; max: number }) => ({ type: "number", min, max }) as const;

/** The settings that all nodes have (N-026): how a node appears, its border and its shadow. Position, size and order are in its record. */
export const appearanceSettings = {
  animationType: {
    type: "dropdownlist",
    name: { zh: "进入动画", en: "Entrance" },
    options: animations,
    helpBlock: {
      zh: "滚动到此处时播放；访客选择减少动态效果时不播放。",
      en: "Plays when visitors scroll to it, unless they prefer reduced motion.",
    },
  },
  borderSetting: {
    type: "group",
    name: { zh: "边框", en: "Border" },
    fields: {
      style: { type: "dropdownlist", name: { zh: "线型", en: "Style" }, options: lineStyles },
      color,
      size: { ...numberOf(limits.border), name: { zh: "线宽", en: "Line width" } },
      radius: { ...numberOf(limits.radius), name: { zh: "圆角", en: "Corner radius" } },
    },
  },
  shadowSetting: {
    type: "group",
    name: { zh: "阴影", en: "Shadow" },
    fields: {
      color,
      size: { ...numberOf(limits.distance), name: { zh: "距离", en: "Distance" } },
      direction: { type: "dropdownlist", name: { zh: "方向", en: "Direction" }, options: directions },
      blur: { ...numberOf(limits.blur), name: { zh: "模糊", en: "Blur" } },
    },
  },
} as const;

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const isKey = (options: readonly { key: string }[], value: unknown): value is string =>
  options.some(({ key }) => key === value);

function borderStyle(value: unknown): Record<string, string> {
  const { style, color: colorKey, size, radius } = objectOf(value);
  const width = clampNumber(size, limits.border);
  const corner = clampNumber(radius, limits.radius);
  const line = isKey(lineStyles, style) ? style : "solid";
  return {
    ...(width === 0 ? {} : { border: `${width}px ${line} ${paletteColorOf(colorKey, "dark").fill}` }),
    ...(corner === 0 ? {} : { "border-radius": `${corner}px`, overflow: "clip" }),
  };
}

function shadowStyle(value: unknown): Record<string, string> {
  const { color: colorKey, size, direction, blur } = objectOf(value);
  const [distance, spread] = [clampNumber(size, limits.distance), clampNumber(blur, limits.blur)];
  if (distance === 0 && spread === 0) return {};
  const degrees = isKey(directions, String(direction)) ? Number(direction) : 180;
  const radians = (degrees * Math.PI) / 180;
  const [x, y] = [Math.round(distance * Math.sin(radians)), Math.round(-distance * Math.cos(radians))];
  const fill = paletteColorOf(colorKey, "dark").fill;
  return { "box-shadow": `${x}px ${y}px ${spread}px color-mix(in srgb, ${fill} 35%, transparent)` };
}

/** The CSS declarations of a node's appearance. Those that are not set are absent, so that the node's own style stands. */
export function appearanceStyle(value: Readonly<Record<string, unknown>>): Record<string, string> {
  const { animationType, borderSetting, shadowSetting } = value;
  return {
    ...(isKey(animations, animationType) ? { "--entrance": `entrance-${animationType}` } : {}),
    ...borderStyle(borderSetting),
    ...shadowStyle(shadowSetting),
  };
}
