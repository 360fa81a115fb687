import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "delete" },
  perEntity: true,
  input: (rows, { type }) => ({ type, ids: [rows[type]] }),
} satisfies Expectation;
