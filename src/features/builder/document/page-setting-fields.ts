import type { Fields } from "#kit/field.ts";

/** The settings of a page (N-015). */
export const pageFields: Fields = {
  title: { type: "textbox", name: { zh: "标题", en: "Title" }, localized: true, required: true, max: 80 },
  description: { type: "textarea", name: { zh: "描述", en: "Description" }, localized: true, max: 200, rows: 3 },
  showHead: { type: "switch", name: { zh: "显示顶部导航", en: "Show top bar" } },
  showFoot: { type: "switch", name: { zh: "显示页脚", en: "Show footer" } },
};
