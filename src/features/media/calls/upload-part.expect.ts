import type { Expectation } from "#kit/expectation.ts";

/** The request has no part, so callers with access get an error other than 401 and 403. */
export default {
  requiredAccess: "member",
  answers: [400, 406, 415, 422],
} satisfies Expectation;
