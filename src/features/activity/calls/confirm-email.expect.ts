import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ token: `1.${"0".repeat(64)}` }),
  answers: [422],
} satisfies Expectation;
