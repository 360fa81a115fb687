import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  stepUp: true,
  namesRow: true,
  // The theme of the fixture is not from the market.
  answers: [409],
  input: ({ theme }) => ({ themeId: theme }),
} satisfies Expectation;
