import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ message: "Something is wrong" }),
  answers: [200, 429],
} satisfies Expectation;
