import type { Expectation } from "#kit/expectation.ts";

/** A reserved domain, because adding another one succeeds only once. */
export default {
  requiredAccess: "administrator",
  input: () => ({ host: "shop.localhost" }),
  answers: [409],
  stepUp: true,
} satisfies Expectation;
