import type { Expectation } from "#kit/expectation.ts";

export default {
  least: { entity: "add" },
  perEntity: true,
  input: (_rows, { type, add }) => ({ type, ...add }),
} satisfies Expectation;
