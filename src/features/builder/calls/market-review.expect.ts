import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "superAdmin",
  stepUp: true,
  // The item of the fixture is a draft, which nobody reviews.
  answers: [404],
  input: ({ marketItem }) => ({ id: marketItem, version: 1, decision: "accept" }),
} satisfies Expectation;
