import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "superAdmin",
} satisfies Expectation;
