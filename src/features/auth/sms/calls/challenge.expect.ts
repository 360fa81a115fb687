import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "anyone",
} satisfies Expectation;
