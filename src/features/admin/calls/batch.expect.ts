import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  // `stamp` is not that of a preview: the rows count as changed.
  input: () => ({ type: "news", verb: "update", selection: {}, values: { pinned: true }, stamp: "none" }),
  answers: [409],
} satisfies Expectation;
