import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ base: "news", values: [{ path: "title" }] }),
} satisfies Expectation;
