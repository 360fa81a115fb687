import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page }) => ({
    widgetId: "page-title",
    diyPageInfo: { pageId: page },
    saveType: 1,
    value: { heading: { zh: "标题", en: "Heading" } },
  }),
} satisfies Expectation;
