import type { Fields } from "./field.ts";

/** The first fields of a page's settings: its texts, whose types every form has. */
export const pageTextFields: Fields = {
  title: { type: "textbox", name: { zh: "标题", en: "Title" }, localized: true, required: true, max: 80 },
  description: { type: "textarea", name: { zh: "描述", en: "Description" }, localized: true, max: 200, rows: 3 },
  keywords: {
    type: "textbox",
    name: { zh: "关键词", en: "Keywords" },
    localized: true,
    max: 200,
    helpBlock: { zh: "多个关键词用逗号分隔。", en: "Separate keywords with commas." },
  },
};
