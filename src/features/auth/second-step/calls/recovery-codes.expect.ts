import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ code: "000000" }),
  answers: [409],
} satisfies Expectation;
