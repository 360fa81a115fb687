import type { Expectation } from "#kit/expectation.ts";

/** A reserved code, because a successful change would disturb the other requests of the test. */
export default {
  requiredAccess: "administrator",
  input: () => ({ code: "www" }),
  answers: [409],
  stepUp: true,
} satisfies Expectation;
