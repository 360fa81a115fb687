import type { Expectation } from "#kit/expectation.ts";

/** Open to everybody; an unknown state is refused. */
export default {
  requiredAccess: "anyone",
  input: () => ({ state: "no-such-state", code: "code" }),
  answers: [401],
} satisfies Expectation;
