import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ widgetId: "page-title" }),
} satisfies Expectation;
