import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ verifyCode: "000000" }),
  answers: [422],
} satisfies Expectation;
