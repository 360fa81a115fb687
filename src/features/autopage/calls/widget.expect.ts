import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  // A widget of the page that is made from work orders.
  input: () => ({ type: "paasWork", kind: "report", widget: "added" }),
} satisfies Expectation;
