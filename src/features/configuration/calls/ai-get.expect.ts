import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ url: "/no/such/prompt" }),
  answers: [404],
} satisfies Expectation;
