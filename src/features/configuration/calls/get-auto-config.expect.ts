import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: ({ autoConfig }) => ({ parameter: autoConfig }),
  namesRow: true,
  // Members get only what is for members.
  answers: [200, 404],
} satisfies Expectation;
