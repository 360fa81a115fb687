import type { Expectation } from "#kit/expectation.ts";

/** Open to every signed-in person, even if their last proof of identity is too old: this call renews it. */
export default {
  requiredAccess: "member",
  input: () => ({ method: "password", code: "wrong" }),
  answers: [422, 429],
} satisfies Expectation;
