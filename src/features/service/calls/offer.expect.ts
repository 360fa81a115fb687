import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "anyone",
  input: () => ({ key: "trial" }),
} satisfies Expectation;
