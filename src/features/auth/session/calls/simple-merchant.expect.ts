import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "anyone",
  input: () => ({ code: "meridian" }),
} satisfies Expectation;
