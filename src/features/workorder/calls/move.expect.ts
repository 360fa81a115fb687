import type { Expectation } from "#kit/expectation.ts";

/** A member who neither filed the order nor handles orders is told so. */
export default {
  least: "member",
  namesRow: true,
  input: ({ paasWork }) => ({ id: paasWork, step: "accept" }),
  answers: [200, 403],
} satisfies Expectation;
