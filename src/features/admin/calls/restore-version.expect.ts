import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "update" },
  perEntity: true,
  namesRow: true,
  input: (rows, { type }) => ({ type, id: rows[type], version: 1, to: 1 }),
} satisfies Expectation;
