import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "delete" },
  perEntity: true,
  input: (_rows, { type }) => ({ type }),
} satisfies Expectation;
