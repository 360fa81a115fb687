import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ menu: "management" }),
} satisfies Expectation;
