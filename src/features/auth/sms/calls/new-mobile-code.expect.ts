import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ mobile: "13700000004" }),
  answers: [200, 428, 429],
} satisfies Expectation;
