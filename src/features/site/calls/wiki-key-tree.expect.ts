import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  // A top page of the demonstration content.
  input: () => ({ key: "devices" }),
} satisfies Expectation;
