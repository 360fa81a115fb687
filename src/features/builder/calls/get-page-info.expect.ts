import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "administrator",
  namesRow: true,
  input: ({ page }) => ({ id: page, diyPageInfo: {} }),
} satisfies Expectation;
