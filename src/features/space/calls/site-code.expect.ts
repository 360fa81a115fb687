import type { Expectation } from "#kit/expectation.ts";

/** A code that nobody may have: changing it for good would end what the other questions ask about. */
export default {
  least: "administrator",
  input: () => ({ code: "www" }),
  answers: [409],
  stepUp: true,
} satisfies Expectation;
