import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  answers: [200, 428, 429],
} satisfies Expectation;
