import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "administrator",
  // Of which entity's rows who may change what is shown by tests/batch.test.ts.
  input: () => ({ type: "news", verb: "update", selection: { fields: { status: "draft" } } }),
} satisfies Expectation;
