import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  // The user agreement of the demonstration content.
  input: () => ({ method: "contract", id: 2 }),
} satisfies Expectation;
