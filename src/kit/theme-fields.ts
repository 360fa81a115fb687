import type { Fields } from "./field.ts";
import type { Text } from "./text.ts";
import { cornerRadii, scaleOptions, textSizes } from "./theme-scales.ts";

/** The placeholder of a colour that follows from another one. */
const derived = { zh: "自动推算", en: "Derived" };

/** What a theme sets: the fields of its row besides the name, and of its editor. They are the `themeTokens` and `themeFonts` of `site-schema.ts`. */
export const themeFields = {
  paper: {
    type: "color",
    name: { zh: "纸色", en: "Paper" },
    placeholder: { zh: "#f8fbf9", en: "#f8fbf9" },
  },
  ink: { type: "color", name: { zh: "墨色", en: "Ink" }, placeholder: { zh: "#0d201a", en: "#0d201a" } },
  brand: {
    type: "color",
    name: { zh: "品牌色", en: "Brand colour" },
    placeholder: { zh: "#04674b", en: "#04674b" },
  },
  seal: {
    type: "color",
    name: { zh: "印色", en: "Seal colour" },
    placeholder: { zh: "#c83314", en: "#c83314" },
  },
  paperDark: { type: "color", name: { zh: "深色外观的纸色", en: "Paper in dark mode" }, placeholder: derived },
  inkDark: { type: "color", name: { zh: "深色外观的墨色", en: "Ink in dark mode" }, placeholder: derived },
  brandDark: {
    type: "color",
    name: { zh: "深色外观的品牌色", en: "Brand colour in dark mode" },
    placeholder: derived,
  },
  sealDark: { type: "color", name: { zh: "深色外观的印色", en: "Seal colour in dark mode" }, placeholder: derived },
  fonts: {
    type: "dropdownlist",
    name: { zh: "字体", en: "Typeface" },
    placeholder: { zh: "无衬线", en: "Sans serif" },
    options: scaleOptions("fonts"),
  },
  headingFonts: {
    type: "dropdownlist",
    name: { zh: "标题字体", en: "Heading typeface" },
    placeholder: { zh: "与正文相同", en: "Same as text" },
    options: scaleOptions("headingFonts"),
  },
  textFont: {
    type: "font",
    name: { zh: "正文字体文件", en: "Text font file" },
    helpBlock: {
      zh: "页面只加载用到的字符。字体文件中没有的字符，用上方所选的字体显示。",
      en: "Pages load only the characters they show. Characters the file lacks are shown in the typeface above.",
    },
  },
  headingFont: {
    type: "font",
    name: { zh: "标题字体文件", en: "Heading font file" },
    helpBlock: {
      zh: "留空则与正文相同。请确认字体的许可范围包含网站使用。",
      en: "Leave it empty to use the font of the text. Make sure the licence covers use on websites.",
    },
  },
  headingSize: {
    type: "dropdownlist",
    name: { zh: "标题字号", en: "Heading size" },
    placeholder: { zh: "标准", en: "Normal" },
    options: scaleOptions("headingSize"),
  },
  headingWeight: {
    type: "dropdownlist",
    name: { zh: "标题字重", en: "Heading weight" },
    placeholder: { zh: "半粗", en: "Semibold" },
    options: scaleOptions("headingWeight"),
  },
  textSize: {
    type: "number",
    name: { zh: "正文字号", en: "Text size" },
    min: textSizes.min,
    max: textSizes.max,
    placeholder: { zh: String(textSizes.normal), en: String(textSizes.normal) },
  },
  space: {
    type: "dropdownlist",
    name: { zh: "间距", en: "Spacing" },
    placeholder: { zh: "标准", en: "Normal" },
    options: scaleOptions("space"),
  },
  radius: {
    type: "number",
    name: { zh: "圆角", en: "Corner radius" },
    max: cornerRadii.max,
    placeholder: { zh: "4", en: "4" },
  },
  shadow: {
    type: "dropdownlist",
    name: { zh: "卡片阴影", en: "Card shadow" },
    placeholder: { zh: "无", en: "None" },
    options: scaleOptions("shadow"),
  },
  motion: {
    type: "dropdownlist",
    name: { zh: "动效", en: "Motion" },
    placeholder: { zh: "标准", en: "Normal" },
    options: scaleOptions("motion"),
  },
} as const satisfies Fields;

/** The fields with own fonts. */
export const fontFields = ["textFont", "headingFont"] as const satisfies (keyof typeof themeFields)[];

/** Whether a field of a theme has an own font. */
export const isFontField = (name: string): boolean => fontFields.some((field) => field === name);

/** The fields of a theme in groups. */
export const themeGroups: { name: Text; fields: (keyof typeof themeFields)[] }[] = [
  { name: { zh: "色彩", en: "Colours" }, fields: ["paper", "ink", "brand", "seal"] },
  { name: { zh: "深色外观", en: "Dark mode" }, fields: ["paperDark", "inkDark", "brandDark", "sealDark"] },
  {
    name: { zh: "文字", en: "Type" },
    fields: ["fonts", "textFont", "headingFonts", "headingFont", "headingSize", "headingWeight", "textSize"],
  },
  { name: { zh: "形状与动效", en: "Shape and motion" }, fields: ["space", "radius", "shadow", "motion"] },
];
