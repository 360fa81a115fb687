import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ payPassword: "482913", verifyCode: "000000" }),
  answers: [422],
} satisfies Expectation;
