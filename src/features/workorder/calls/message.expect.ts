import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  namesRow: true,
  input: ({ paasWork }) => ({ id: paasWork, messageId: crypto.randomUUID(), text: "Hello" }),
} satisfies Expectation;
