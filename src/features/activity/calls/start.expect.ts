import type { Expectation } from "#kit/expectation.ts";

/** tests/jobs.test.ts tests the access of each job. */
export default {
  requiredAccess: "member",
  input: () => ({ name: "no-such-job" }),
  answers: [404],
} satisfies Expectation;
