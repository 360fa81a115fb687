import type { Fields } from "./field.ts";

// Options that several field types have, as fields of the editor of definitions. No object is spread, so that browsers load none of them: a spread counts
// as an effect of the module.

const maxLength = { type: "number", name: { zh: "最大字数", en: "Maximum length" }, min: 1, max: 100_000 } as const;

/** The maximum length of a text, in characters. */
export const lengthSetting = { max: maxLength } as const satisfies Fields;

/** A text of several lines. */
export const longTextSettings = {
  max: maxLength,
  rows: { type: "number", name: { zh: "显示行数", en: "Visible lines" }, min: 1, max: 60 },
} as const satisfies Fields;

/** The values to choose from: those of `options`, or of a list that `dataSource` names. */
export const choiceSetting = {
  dataSource: { type: "textbox", name: { zh: "选项集", en: "Option set" }, max: 120 },
  options: {
    type: "table",
    name: { zh: "选项", en: "Options" },
    max: 60,
    fields: {
      key: { type: "textbox", name: { zh: "值", en: "Value" }, required: true, max: 40 },
      name: { type: "textbox", name: { zh: "名称", en: "Name" }, required: true, localized: true, max: 60 },
      color: { type: "textbox", name: { zh: "颜色", en: "Colour" }, max: 20 },
    },
  },
} as const satisfies Fields;

/** The bounds of a number. */
export const boundSettings = {
  min: { type: "number", name: { zh: "最小值", en: "Minimum" }, min: -1e12, max: 1e12, step: 0.000001 },
  max: { type: "number", name: { zh: "最大值", en: "Maximum" }, min: -1e12, max: 1e12, step: 0.000001 },
  step: { type: "number", name: { zh: "步长", en: "Step" }, min: 0.000001, max: 1e12, step: 0.000001 },
} as const satisfies Fields;

/** The maximum number of values. */
export const countSetting = {
  max: { type: "number", name: { zh: "最多数量", en: "Maximum number" }, min: 1, max: 100 },
} as const satisfies Fields;

/** The maximum number of rows in a value. */
export const rowCountSetting = {
  max: { type: "number", name: { zh: "最多行数", en: "Maximum number of rows" }, min: 1, max: 100 },
} as const satisfies Fields;

/** The entity whose rows the values refer to. */
export const entitySetting = {
  entity: { type: "textbox", name: { zh: "关联数据", en: "Related data" }, required: true, max: 40 },
} as const satisfies Fields;
