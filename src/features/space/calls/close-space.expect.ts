import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  stepUp: true,
  // No space of the test has this name, so none is closed.
  answers: [422],
  input: () => ({ name: "no name of any space" }),
} satisfies Expectation;
