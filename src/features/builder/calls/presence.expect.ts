import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: ({ page }) => ({ pageId: page, tab: "0d5f3c52-6a5b-4c1e-9f39-6f3d5a1f7c11", selected: [] }),
} satisfies Expectation;
