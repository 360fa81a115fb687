import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ areaId: 350203 }),
} satisfies Expectation;
