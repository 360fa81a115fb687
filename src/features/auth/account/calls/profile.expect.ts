import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "member",
  input: () => ({ name: "Ada", avatar: null }),
} satisfies Expectation;
