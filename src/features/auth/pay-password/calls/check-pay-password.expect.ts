import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ payPassword: "482913" }),
  answers: [409],
} satisfies Expectation;
