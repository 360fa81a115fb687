import type { Expectation } from "#kit/expectation.ts";

/** Open to everybody signed in, however old their proof is: this call renews it. */
export default {
  requiredAccess: "member",
  input: () => ({ method: "password", code: "wrong" }),
  answers: [422, 429],
} satisfies Expectation;
