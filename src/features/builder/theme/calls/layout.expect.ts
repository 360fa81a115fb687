import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: ({ theme }) => ({ themeId: theme, clientType: "WapH5" }),
} satisfies Expectation;
