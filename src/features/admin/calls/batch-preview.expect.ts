import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  // Rights per entity and row are tested in tests/batch.test.ts.
  input: () => ({ type: "news", verb: "update", selection: { fields: { status: "draft" } } }),
} satisfies Expectation;
