import { pageBindingProblems } from "#features/builder/server/binding-check.server.ts";
import { settingId } from "#kit/page.ts";
import { defineCheck } from "../define-check.server.ts";

export default defineCheck({
  id: "broken-bindings",
  kinds: ["site"],
  title: { zh: "失效的数据绑定", en: "Broken data bindings" },
  advice: {
    zh: "数据或字段已移除，或访客不再可以查看，页面上不再显示。请在组件中重新选择数据。",
    en: "The records or fields are gone, or visitors may not read them any more, so that the page does not show them. Choose the records again.",
  },
  severity: "error",
  inPage: ({ page, broken }, { entities }) =>
    pageBindingProblems(page, entities)
      .filter(({ id }) => !broken.includes(id))
      .map(({ id, field = "", message }) => ({
        key: `${id} ${field} ${message.en}`,
        text: message,
        ...(id === settingId ? {} : { record: id }),
      })),
});
