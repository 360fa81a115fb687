import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "anyone",
  input: () => ({ areaId: 350203 }),
} satisfies Expectation;
