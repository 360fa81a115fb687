import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page }) => ({ id: `${page}.wd_notice0001` }),
} satisfies Expectation;
