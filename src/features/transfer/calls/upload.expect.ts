import type { Expectation } from "#kit/expectation.ts";

/** Without a file: administrators are told that one is missing. */
export default {
  requiredAccess: "administrator",
  answers: [400, 406, 415, 422],
} satisfies Expectation;
