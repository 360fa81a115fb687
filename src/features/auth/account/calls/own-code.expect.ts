import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ purpose: "payPassword" }),
  answers: [200, 422, 428, 429],
} satisfies Expectation;
