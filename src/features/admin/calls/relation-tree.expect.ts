import type { Expectation } from "#kit/expectation.ts";

export default {
  least: { entity: "read" },
  perEntity: true,
  input: (_rows, { type }) => ({ type }),
} satisfies Expectation;
