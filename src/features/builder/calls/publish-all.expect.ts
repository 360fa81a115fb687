import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({}),
  stepUp: true,
} satisfies Expectation;
