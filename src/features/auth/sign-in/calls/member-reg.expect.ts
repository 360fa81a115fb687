import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ mobile: "13700000000", verifyCode: "000000", password: "Harbour7x" }),
  answers: [422],
} satisfies Expectation;
