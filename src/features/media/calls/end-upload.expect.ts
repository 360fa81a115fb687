import type { Expectation } from "#kit/expectation.ts";

/** With an unknown upload. */
export default {
  least: "member",
  input: () => ({ id: crypto.randomUUID() }),
  answers: [404],
} satisfies Expectation;
