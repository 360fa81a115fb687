import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "administrator",
  namesRow: true,
  input: ({ webhook }) => ({ id: webhook }),
} satisfies Expectation;
