import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ kind: "page", keyword: "home" }),
} satisfies Expectation;
