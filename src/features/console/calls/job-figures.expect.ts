import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "superAdmin",
  stepUp: true,
} satisfies Expectation;
