import {
  type AutoLayout,
  type autoPageBackgrounds,
  type autoPageColors,
  autoPageLimits,
  type AutoPagePart,
  type borderClasses,
  gridColumns,
  isGroup,
  type PartBorder,
} from "#kit/auto-page.ts";
import type { SettingChoice } from "#kit/auto-widget.ts";
import type { CallOutput } from "#kit/call.ts";
import type { Choice, FieldConfig, Fields } from "#kit/field.ts";
import type { Text } from "#kit/text.ts";

const layoutNames: Record<AutoLayout, Text> = {
  stack: { zh: "上下排列", en: "Stacked" },
  grid: { zh: "栅格（24 列）", en: "Grid of 24 columns" },
  tab: { zh: "选项卡", en: "Tabs" },
  fullscreen: { zh: "全屏", en: "Full screen" },
};
const borderNames: Record<(typeof borderClasses)[number], Text> = {
  plain: { zh: "细线", en: "Thin line" },
  accent: { zh: "品牌色顶边", en: "Brand line on top" },
  dashed: { zh: "虚线", en: "Dashed line" },
};
const backgroundNames: Record<(typeof autoPageBackgrounds)[number], Text> = {
  sheet: { zh: "白", en: "White" },
  "paper-2": { zh: "浅灰", en: "Light grey" },
  "paper-3": { zh: "灰", en: "Grey" },
  "brand-tint": { zh: "品牌浅色", en: "Brand tint" },
};
const colorNames: Record<(typeof autoPageColors)[number], Text> = {
  ink: { zh: "墨色", en: "Ink" },
  brand: { zh: "品牌色", en: "Brand" },
  malachite: { zh: "石绿", en: "Malachite" },
  azurite: { zh: "石青", en: "Azurite" },
  cinnabar: { zh: "朱砂", en: "Cinnabar" },
  orpiment: { zh: "雌黄", en: "Orpiment" },
  amethyst: { zh: "紫晶", en: "Amethyst" },
};

const choicesOf = (names: Readonly<Record<string, Text>>): Choice[] =>
  Object.entries(names).map(([key, name]) => ({ key, name }));

/** What every part has: its title and its width. */
export const placeFields: Fields = {
  title: { type: "textbox", name: { zh: "标题", en: "Title" }, localized: true, max: 80 },
  span: {
    type: "number",
    name: { zh: "宽度（共 24 列）", en: "Width in columns of 24" },
    required: true,
    min: 1,
    max: gridColumns,
  },
};

/** The arrangement of the parts in a group. */
export const groupFields: Fields = {
  layout: { type: "dropdownlist", name: { zh: "布局", en: "Layout" }, required: true, options: choicesOf(layoutNames) },
  gutter: { type: "number", name: { zh: "间距", en: "Gutter" }, required: true, min: 0, max: autoPageLimits.gutter },
};

/** The frame of a part. */
export const frameFields: Fields = {
  show: { type: "switch", name: { zh: "边框", en: "Border" } },
  class: {
    type: "dropdownlist",
    name: { zh: "边框样式", en: "Border style" },
    required: true,
    options: choicesOf(borderNames),
    if: "show=true",
  },
  background: { type: "dropdownlist", name: { zh: "背景", en: "Background" }, options: choicesOf(backgroundNames) },
  fontColor: { type: "dropdownlist", name: { zh: "标题颜色", en: "Title colour" }, options: choicesOf(colorNames) },
  icon: { type: "icon", name: { zh: "图标", en: "Icon" } },
  intro: { type: "textarea", name: { zh: "简介", en: "Intro" }, localized: true, max: 300 },
  small: { type: "switch", name: { zh: "紧凑", en: "Compact" } },
};

/** The values of `placeFields`, `groupFields` and `frameFields` for a part. */
export function partValues(part: AutoPagePart): Record<string, unknown> {
  const { title = null, span = gridColumns, status, small = status === "small", background = null, border = {} } = part;
  const { show = true, class: borderClass = "plain", intro = null, icon = null, fontColor = null } = border;
  const values = { title, span, small, background, show, class: borderClass, intro, icon, fontColor };
  return isGroup(part) ? { ...values, layout: part.layout, gutter: part.gutter ?? 16 } : values;
}

const borderSettings: ReadonlySet<string> = new Set<keyof PartBorder>(["show", "class", "intro", "icon", "fontColor"]);

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === "" ||
  (typeof value === "object" && !Array.isArray(value) && Object.values(value).every(isBlank));

/** An object with another value for a name, or without the name if the value is blank. */
function withValue<T extends object>(object: T, name: string, value: unknown): T {
  const { [name]: _previous, ...rest } = object as Record<string, unknown>;
  if (isBlank(value)) return rest as T;
  const withoutBlanks =
    typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value!).filter(([, item]) => !isBlank(item)))
      : value;
  return { ...rest, [name]: withoutBlanks } as T;
}

/** A part with another value for one of the fields that parts have. */
export function withPartValue(part: AutoPagePart, name: string, value: unknown): AutoPagePart {
  if (borderSettings.has(name)) return { ...part, border: withValue(part.border ?? {}, name, value) };
  // `status` is another spelling of the same setting.
  return withValue(name === "small" ? withValue(part, "status", null) : part, name, value);
}

/** A widget with another value for one of its settings. */
export const withSetting = (settings: Readonly<Record<string, unknown>> = {}, name: string, value: unknown) =>
  withValue({ ...settings }, name, value);

export type SourceChoices = CallOutput<"GET paas/autoPage/choices">;

/** A setting with the choices that there are: its control is a list of them. */
export function withChoices(field: FieldConfig, choice: SettingChoice, choices: SourceChoices): FieldConfig {
  const lists: Record<SettingChoice, SourceChoices["entities"]> = {
    entity: choices.entities,
    numberField: choices.numberFields,
    groupField: choices.groupFields,
    timeField: choices.timeFields,
    columns: choices.columns,
  };
  const options = lists[choice].map(({ key, name }): Choice => ({ key, name: { zh: name, en: name } }));
  const { type: _type, max: _max, ...common } = field as FieldConfig & { max?: number };
  return { ...common, type: choice === "columns" ? "checkboxlist" : "dropdownlist", options } as FieldConfig;
}
