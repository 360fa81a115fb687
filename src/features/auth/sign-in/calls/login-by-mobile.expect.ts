import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ username: "13700000000", verifyCode: "000000" }),
  answers: [422],
} satisfies Expectation;
