import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ verifyCode: "000000", password: "Harbour7x" }),
  answers: [422],
} satisfies Expectation;
