import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  // The rows differ from those of the preview.
  input: () => ({ type: "news", verb: "update", selection: {}, values: { pinned: true }, stamp: "none" }),
  answers: [409],
} satisfies Expectation;
