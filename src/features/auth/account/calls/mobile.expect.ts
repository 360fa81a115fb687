import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ mobile: "13700000004", oldCode: "000000", newCode: "000000" }),
  answers: [422],
} satisfies Expectation;
