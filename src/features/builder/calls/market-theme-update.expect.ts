import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ theme }) => ({ themeId: theme }),
} satisfies Expectation;
