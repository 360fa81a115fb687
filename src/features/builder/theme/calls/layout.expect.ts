import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: ({ theme }) => ({ themeId: theme, clientType: "WapH5" }),
  // The theme of the fixture is not that of the site; tests/themes.test.ts gets the layout of the site's theme.
  answers: [404],
} satisfies Expectation;
