import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "member",
  namesRow: true,
  input: ({ paasWork }) => ({ id: paasWork }),
} satisfies Expectation;
