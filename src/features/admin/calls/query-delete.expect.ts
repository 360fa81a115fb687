import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "delete" },
  perEntity: true,
  namesRow: true,
  input: (rows, { type }) => ({ type, id: rows[type] }),
} satisfies Expectation;
