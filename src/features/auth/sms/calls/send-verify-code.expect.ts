import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ mobile: "13700000001" }),
  answers: [200, 428, 429],
} satisfies Expectation;
