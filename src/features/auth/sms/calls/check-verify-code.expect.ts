import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ mobile: "13700000000", code: "000000" }),
  answers: [422],
} satisfies Expectation;
