import type { Expectation } from "#kit/expectation.ts";

/** The upload is unknown. */
export default {
  requiredAccess: "member",
  input: () => ({ id: crypto.randomUUID() }),
  answers: [404],
} satisfies Expectation;
