import type { Expectation } from "#kit/expectation.ts";

/** A reserved name: others can be added once. */
export default {
  requiredAccess: "administrator",
  input: () => ({ host: "shop.localhost" }),
  answers: [409],
  stepUp: true,
} satisfies Expectation;
