import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "import" },
  perEntity: true,
  input: (_rows, { type }) => ({ type, format: "csv" }),
} satisfies Expectation;
