import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "administrator",
  namesRow: true,
  input: ({ page, snapshot }) => ({ pageId: page, snapshotId: snapshot }),
  stepUp: true,
} satisfies Expectation;
