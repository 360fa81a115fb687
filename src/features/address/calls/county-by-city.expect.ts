import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "anyone",
  input: () => ({ cityName: "厦门市" }),
} satisfies Expectation;
