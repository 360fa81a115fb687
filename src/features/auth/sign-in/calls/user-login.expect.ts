import type { Expectation } from "#kit/expectation.ts";

/** Open to everybody, and everybody who is wrong gets the same answer. */
export default {
  least: "anyone",
  input: () => ({ username: "nobody-here", password: "wrong" }),
  answers: [401, 429],
} satisfies Expectation;
