import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ name: "Ada", avatar: null }),
} satisfies Expectation;
