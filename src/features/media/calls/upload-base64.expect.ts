import type { Expectation } from "#kit/expectation.ts";

/** With a wrong length: with access the answer says so. */
export default {
  least: "member",
  input: () => ({ size: 9, data: "aGVsbG8=" }),
  answers: [422],
} satisfies Expectation;
