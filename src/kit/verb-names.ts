import type { Verb } from "./access.ts";
import type { Text } from "./text.ts";

/** What the operations on rows are called where roles grant them. */
export const verbNames: Readonly<Record<Verb, Text>> = {
  read: { zh: "查看", en: "View" },
  add: { zh: "新增", en: "Add" },
  update: { zh: "编辑", en: "Edit" },
  delete: { zh: "删除", en: "Delete" },
  export: { zh: "导出", en: "Export" },
  editContent: { zh: "仅编辑内容", en: "Edit content only" },
};
