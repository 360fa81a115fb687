import { periodOptions } from "#kit/auto-page.ts";
import type { Measure, MeasureName } from "#kit/auto-widget.ts";
import type { Fields } from "#kit/field.ts";

// Settings that several widgets have.

export const sourceSetting = {
  source: { type: "textbox", name: { zh: "数据", en: "Data" }, required: true, max: 60 },
} as const satisfies Fields;

export const filterSetting = {
  filter: {
    type: "json",
    name: { zh: "筛选条件", en: "Filter" },
    max: 4000,
    rows: 4,
    placeholder: {
      zh: '{"field":"status","op":"eq","value":"new"}',
      en: '{"field":"status","op":"eq","value":"new"}',
    },
  },
} as const satisfies Fields;

const measureSettings = {
  measure: {
    type: "dropdownlist",
    name: { zh: "统计方式", en: "Measure" },
    required: true,
    value: "count",
    options: [
      { key: "count", name: { zh: "数量", en: "Number of records" } },
      { key: "sum", name: { zh: "合计", en: "Sum" } },
      { key: "avg", name: { zh: "平均值", en: "Average" } },
      { key: "min", name: { zh: "最小值", en: "Smallest" } },
      { key: "max", name: { zh: "最大值", en: "Largest" } },
    ],
  },
  field: {
    type: "textbox",
    name: { zh: "数值字段", en: "Field" },
    required: true,
    max: 60,
    if: "measure=sum||avg||min||max",
  },
} as const satisfies Fields;

export const timeSettings = {
  timeField: {
    type: "textbox",
    name: { zh: "时间字段", en: "Time" },
    max: 60,
    helpBlock: { zh: "默认为创建时间。", en: "When the record was added, by default." },
  },
  days: {
    type: "dropdownlist",
    name: { zh: "时间范围", en: "Period" },
    helpBlock: {
      zh: "用于首页。报表使用页面顶部的时间。",
      en: "For index pages. Reports use the period at the top of the page.",
    },
    options: periodOptions,
  },
} as const satisfies Fields;

/** The settings of widgets that show figures. */
export const figureSettings = { ...measureSettings, ...filterSetting, ...timeSettings } as const satisfies Fields;

/** The measure that settings describe. */
export const measureOf = ({ measure, field }: { measure: string; field: string | null }): Measure =>
  measure === "count" ? { op: "count" } : { op: measure as Exclude<MeasureName, "count">, field: field ?? "" };

/** A figure as text. */
export const figureText = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 2 });
