import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "anyone",
  input: () => ({ level: 2 }),
} satisfies Expectation;
