import type { Expectation } from "#kit/expectation.ts";

/** An upload that there is not needs no end. */
export default {
  least: "member",
  input: () => ({ id: crypto.randomUUID() }),
} satisfies Expectation;
