import type { LightAppTemplate } from "../templates.ts";

export default {
  order: 4,
  name: { zh: "巡检", en: "Inspection" },
  intro: { zh: "检查项、结果、照片和整改", en: "Checks, results, photos and corrections" },
  tableName: "inspection",
  definition: {
    listName: { zh: "巡检记录", en: "Inspections" },
    access: { read: "member", add: "member", update: "member", delete: "administrator", export: "administrator" },
    fields: [
      {
        field: "subject",
        type: "textbox",
        name: { zh: "巡检对象", en: "Subject" },
        required: true,
        search: "contains",
        max: 100,
      },
      { field: "inspectedAt", type: "datetimepicker", name: { zh: "巡检时间", en: "Inspected at" }, required: true },
      {
        field: "checks",
        type: "checkboxlist",
        name: { zh: "合格项", en: "Checks passed" },
        options: [
          { key: "appearance", name: { zh: "外观完好", en: "Appearance" } },
          { key: "power", name: { zh: "供电正常", en: "Power supply" } },
          { key: "network", name: { zh: "网络正常", en: "Network" } },
          { key: "safety", name: { zh: "安全设施齐全", en: "Safety equipment" } },
        ],
      },
      {
        field: "result",
        type: "radiobutton",
        name: { zh: "结论", en: "Result" },
        required: true,
        value: "passed",
        search: "eq",
        options: [
          { key: "passed", name: { zh: "合格", en: "Passed" }, color: "malachite" },
          { key: "failed", name: { zh: "不合格", en: "Failed" }, color: "cinnabar" },
        ],
      },
      {
        field: "correction",
        type: "textarea",
        name: { zh: "整改要求", en: "Correction" },
        required: true,
        max: 1000,
        rows: 3,
        if: "result=failed",
      },
      { field: "correctBy", type: "date", name: { zh: "整改期限", en: "Correct by" }, if: "result=failed" },
      { field: "pictures", type: "album", name: { zh: "现场照片", en: "Photos" }, mark: 9 },
      { field: "position", type: "maplocation", name: { zh: "位置", en: "Position" } },
    ],
    titleField: "subject",
    groups: [
      { name: { zh: "巡检", en: "Inspection" }, fields: ["subject", "inspectedAt", "checks"] },
      { name: { zh: "结论", en: "Result" }, fields: ["result", "correction", "correctBy"] },
      { name: { zh: "现场", en: "On site" }, fields: ["pictures", "position"] },
    ],
    list: {
      columns: ["subject", "inspectedAt", "result", "correctBy"],
      sort: { field: "inspectedAt", direction: "desc" },
    },
    searchable: ["subject"],
    isStepwise: true,
  },
} satisfies LightAppTemplate;
