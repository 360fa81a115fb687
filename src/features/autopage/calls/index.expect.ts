import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ type: "news" }),
  // Visitors only get pages of the site.
  answers: [200, 401, 403],
} satisfies Expectation;
