import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: ({ theme }) => ({ themeId: theme }),
  // Members who may not design the theme are refused with the message of the contract.
  answers: [200, 403],
} satisfies Expectation;
