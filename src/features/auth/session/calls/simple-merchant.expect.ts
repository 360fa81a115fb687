import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ code: "meridian" }),
} satisfies Expectation;
