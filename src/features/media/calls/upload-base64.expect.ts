import type { Expectation } from "#kit/expectation.ts";

/** What is not as long as it says: whoever may upload is told so. */
export default {
  least: "member",
  input: () => ({ size: 9, data: "aGVsbG8=" }),
  answers: [422],
} satisfies Expectation;
