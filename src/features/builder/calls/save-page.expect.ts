import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "administrator",
  namesRow: true,
  input: ({ page }) => ({ diyPageInfo: { pageId: page }, baseRev: 1, changes: [] }),
} satisfies Expectation;
