import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "administrator",
  input: () => ({ type: "news" }),
} satisfies Expectation;
