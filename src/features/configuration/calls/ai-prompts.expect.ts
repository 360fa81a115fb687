import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
} satisfies Expectation;
