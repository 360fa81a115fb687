import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page }) => ({ pageId: page }),
} satisfies Expectation;
