import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "anyone",
  input: () => ({ sign: "not-the-sign" }),
  answers: [404],
} satisfies Expectation;
