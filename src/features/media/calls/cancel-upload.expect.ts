import type { Expectation } from "#kit/expectation.ts";

/** Cancelling an unknown upload succeeds. */
export default {
  requiredAccess: "member",
  input: () => ({ id: crypto.randomUUID() }),
} satisfies Expectation;
