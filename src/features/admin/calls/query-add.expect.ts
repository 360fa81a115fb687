import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "add" },
  perEntity: true,
  input: (_rows, { type, add }) => ({ type, ...add }),
} satisfies Expectation;
