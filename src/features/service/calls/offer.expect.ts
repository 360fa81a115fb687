import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ key: "trial" }),
} satisfies Expectation;
