import type { Expectation } from "#kit/expectation.ts";

/** Members who neither filed the order nor handle orders get 403. */
export default {
  requiredAccess: "member",
  namesRow: true,
  input: ({ paasWork }) => ({ id: paasWork, step: "accept" }),
  answers: [200, 403],
} satisfies Expectation;
