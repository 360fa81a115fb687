import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: ({ theme }) => ({ themeId: theme, diyPageInfo: {} }),
} satisfies Expectation;
