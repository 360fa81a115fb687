import type { Expectation } from "#kit/expectation.ts";

export default {
  least: { entity: "delete" },
  perEntity: true,
  input: (_rows, { type }) => ({ type }),
} satisfies Expectation;
