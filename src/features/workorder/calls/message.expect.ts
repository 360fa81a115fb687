import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "member",
  namesRow: true,
  input: ({ paasWork }) => ({ id: paasWork, messageId: crypto.randomUUID(), text: "Hello" }),
} satisfies Expectation;
