import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  // The light app of the fixture is not published.
  input: ({ site, lightApp }) => ({ siteId: site, appId: lightApp }),
  answers: [404],
} satisfies Expectation;
