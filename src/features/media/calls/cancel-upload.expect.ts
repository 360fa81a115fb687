import type { Expectation } from "#kit/expectation.ts";

/** Cancelling an unknown upload succeeds. */
export default {
  least: "member",
  input: () => ({ id: crypto.randomUUID() }),
} satisfies Expectation;
