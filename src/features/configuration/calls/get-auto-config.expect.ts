import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: ({ autoConfig }) => ({ parameter: autoConfig }),
  namesRow: true,
} satisfies Expectation;
