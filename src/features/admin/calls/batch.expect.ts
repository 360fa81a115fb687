import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "administrator",
  // The rows are not those of any preview.
  input: () => ({ type: "news", verb: "update", selection: {}, values: { pinned: true }, stamp: "none" }),
  answers: [409],
} satisfies Expectation;
