import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  namesRow: true,
  input: ({ paasWork }) => ({ id: paasWork }),
} satisfies Expectation;
