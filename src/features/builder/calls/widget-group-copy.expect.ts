import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  // The item of the fixture is one section: what the call does with a group is in tests/market-wire.test.ts.
  answers: [404],
  input: ({ marketItem, page }) => ({ cloudPageId: marketItem, sitePageId: page }),
} satisfies Expectation;
