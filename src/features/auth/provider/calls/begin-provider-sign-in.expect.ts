import type { Expectation } from "#kit/expectation.ts";

/** A space without an identity provider. */
export default {
  requiredAccess: "anyone",
  input: () => ({ sign: "no-such-space" }),
  answers: [404],
} satisfies Expectation;
