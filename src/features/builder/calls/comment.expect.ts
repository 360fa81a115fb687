import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page }) => ({ id: crypto.randomUUID(), pageId: page, text: "Shorter?" }),
} satisfies Expectation;
