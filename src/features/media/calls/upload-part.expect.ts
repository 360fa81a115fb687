import type { Expectation } from "#kit/expectation.ts";

/** Without a part: with access the answer is that it is missing. */
export default {
  least: "member",
  answers: [400, 406, 415, 422],
} satisfies Expectation;
