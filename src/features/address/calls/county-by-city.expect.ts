import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ cityName: "厦门市" }),
} satisfies Expectation;
