import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page }) => ({
    element: {
      name: "page-title",
      fields: [],
      data: { pageId: page, value: { heading: { zh: "标题", en: "Heading" } } },
    },
  }),
} satisfies Expectation;
