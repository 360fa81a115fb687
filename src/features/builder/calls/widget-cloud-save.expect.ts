import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  stepUp: true,
  namesRow: true,
  input: ({ page }) => ({ name: "Title", widgetId: `${page}.wd_notice0001` }),
} satisfies Expectation;
