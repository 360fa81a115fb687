import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ marketItem, page }) => ({ cloudWidgetId: marketItem, sitePageId: page }),
} satisfies Expectation;
