import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ type: "paasWork" }),
} satisfies Expectation;
