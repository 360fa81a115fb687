import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ sign: "not-the-sign" }),
} satisfies Expectation;
