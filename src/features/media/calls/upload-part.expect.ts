import type { Expectation } from "#kit/expectation.ts";

/** Without a part: whoever may upload is told so. */
export default {
  least: "member",
  answers: [400, 406, 415, 422],
} satisfies Expectation;
