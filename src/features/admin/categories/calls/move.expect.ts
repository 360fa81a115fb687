import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: ({ relationTree }) => ({ id: relationTree, parent: null, before: null }),
  namesRow: true,
} satisfies Expectation;
