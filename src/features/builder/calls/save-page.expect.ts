import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page }) => ({ diyPageInfo: { pageId: page }, baseRev: 1, changes: [] }),
} satisfies Expectation;
