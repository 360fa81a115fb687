import type { Expectation } from "#kit/expectation.ts";

/** There is no such upload. */
export default {
  least: "member",
  input: () => ({ id: crypto.randomUUID() }),
  answers: [404],
} satisfies Expectation;
