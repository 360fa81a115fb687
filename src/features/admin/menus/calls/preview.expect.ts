import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ menu: "management", groups: [], role: null }),
} satisfies Expectation;
