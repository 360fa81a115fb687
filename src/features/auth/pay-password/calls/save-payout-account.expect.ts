import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ kind: "alipay", holder: "Ada", number: "ada@example.org" }),
  answers: [403],
} satisfies Expectation;
