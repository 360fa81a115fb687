import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ name: "a.pdf", size: 10 }),
} satisfies Expectation;
