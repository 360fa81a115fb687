import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: ({ number }) => ({ mobile: `135${String(number).padStart(8, "0")}` }),
  stepUp: true,
} satisfies Expectation;
