import type { Choice, Fields } from "#kit/field.ts";
import type { CheckKind } from "./checks.ts";

const message = {
  type: "textbox",
  name: { zh: "不符合时的提示", en: "Message" },
  localized: true,
  required: true,
  max: 200,
} as const;

const operatorChoices: readonly Choice[] = [
  { key: "gt", name: { zh: "大于", en: "Greater than" } },
  { key: "gte", name: { zh: "不小于", en: "At least" } },
  { key: "lt", name: { zh: "小于", en: "Less than" } },
  { key: "lte", name: { zh: "不大于", en: "At most" } },
  { key: "eq", name: { zh: "等于", en: "Equal to" } },
  { key: "ne", name: { zh: "不等于", en: "Different from" } },
];

/** Maximum number of checks of one kind, and of unique rules of several fields. */
const maxRows = { checks: 6, unique: 10 };

/**
 * The checks between fields, a table for each kind, and the unique rules of several fields. `fields`: those with a value.
 */
export function checkSettings(fields: readonly Choice[]): Record<CheckKind | "uniqueTogether", Fields[string]> {
  const options = [...fields];
  const field = { type: "dropdownlist", required: true, options } as const;
  const several = { type: "checkboxlist", name: { zh: "字段", en: "Fields" }, required: true, options } as const;
  return {
    compare: {
      type: "table",
      name: { zh: "比较两个字段", en: "Compare two fields" },
      max: maxRows.checks,
      fields: {
        field: { ...field, name: { zh: "字段", en: "Field" } },
        op: {
          type: "dropdownlist",
          name: { zh: "必须", en: "Must be" },
          required: true,
          options: [...operatorChoices],
        },
        other: { ...field, name: { zh: "另一字段", en: "Other field" } },
        text: message,
      },
    },
    requireOne: {
      type: "table",
      name: { zh: "至少填写一项", en: "Require one of several fields" },
      max: maxRows.checks,
      fields: { fields: several, text: message },
    },
    requireIf: {
      type: "table",
      name: { zh: "按条件必填", en: "Require a field depending on another" },
      max: maxRows.checks,
      fields: {
        field: { ...field, name: { zh: "必填字段", en: "Required field" } },
        ifField: { ...field, name: { zh: "取决于", en: "Depending on" } },
        ifValue: {
          type: "textbox",
          name: { zh: "字段的值", en: "Value of that field" },
          required: true,
          max: 150,
          helpBlock: { zh: "多个值用 || 分隔。", en: "Separate several values by ||." },
        },
        text: message,
      },
    },
    uniqueTogether: {
      type: "table",
      name: { zh: "组合唯一", en: "Unique together" },
      max: maxRows.unique,
      fields: { fields: several },
    },
  };
}
