import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  // The identifier of the row that `enum.expect.ts` describes; other spaces have no such set.
  input: ({ number }) => ({ type: `set-${number}` }),
  answers: [200, 404],
} satisfies Expectation;
