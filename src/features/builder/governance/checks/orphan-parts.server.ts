import { removeRecords } from "#kit/edit.ts";
import { orphans } from "#kit/page-tree.ts";
import { defineCheck } from "../define-check.server.ts";

const text = { zh: "元素所在的画布或组合已不存在", en: "The canvas or group of this element is gone" };
const unreadable = { zh: "组件无法读取", en: "This component cannot be read" };

export default defineCheck({
  id: "orphan-parts",
  kinds: ["site"],
  title: { zh: "孤立内容", en: "Orphaned content" },
  advice: {
    zh: "这些内容不会显示，并会阻止页面发布。请移除。",
    en: "Visitors never see this content, and it prevents publishing. Remove it.",
  },
  severity: "error",
  inPage: ({ page, broken }) => [
    ...orphans(page).map((record) => ({ key: "orphan", record, text, mend: true })),
    ...broken
      .filter((id) => page.records[id] !== undefined)
      .map((record) => ({ key: "broken", record, text: unreadable })),
  ],
  mend: {
    name: { zh: "移除", en: "Remove" },
    change(page, id) {
      const record = page.records[id ?? ""];
      return record && removeRecords([record]);
    },
  },
});
