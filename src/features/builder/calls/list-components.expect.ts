import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page }) => ({ pageIndex: 1, diyPageInfo: { pageId: page } }),
} satisfies Expectation;
