import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ level: 2 }),
} satisfies Expectation;
