import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ page, snapshot }) => ({ pageId: page, snapshotId: snapshot }),
} satisfies Expectation;
