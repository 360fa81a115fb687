import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "export" },
  perEntity: true,
  input: (_rows, { type }) => ({ type }),
} satisfies Expectation;
