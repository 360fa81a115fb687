import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "update" },
  perEntity: true,
  namesRow: true,
  input: (rows, { type, change }) => ({ type, id: rows[type], version: 1, ...change }),
  // Publishing may have raised the page's version before: an outdated version is a conflict, not a refusal of access.
  answers: [200, 409],
} satisfies Expectation;
