import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ site }) => ({ siteId: site }),
} satisfies Expectation;
