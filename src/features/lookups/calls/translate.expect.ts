import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ text: "您好" }),
  // No provider is set.
  answers: [503],
} satisfies Expectation;
