import type { Expectation } from "#kit/expectation.ts";

/** Open to everybody; every failed sign-in gets the same response. */
export default {
  requiredAccess: "anyone",
  input: () => ({ username: "nobody-here", password: "wrong" }),
  answers: [401, 429],
} satisfies Expectation;
