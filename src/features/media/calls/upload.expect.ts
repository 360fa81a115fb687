import type { Expectation } from "#kit/expectation.ts";

/** Without a file: whoever may upload is told to choose one. */
export default {
  least: "member",
  answers: [400, 406, 415, 422],
} satisfies Expectation;
