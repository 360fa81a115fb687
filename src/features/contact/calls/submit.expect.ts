import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ name: "Ada", contact: "ada@example.org", message: "Hello" }),
  answers: [200, 429],
} satisfies Expectation;
