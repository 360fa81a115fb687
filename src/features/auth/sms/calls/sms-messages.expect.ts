import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "superAdmin",
  stepUp: true,
} satisfies Expectation;
