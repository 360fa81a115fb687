import type { Expectation } from "#kit/expectation.ts";

/** The access of each job is tested in tests/jobs.test.ts. */
export default { least: "member", input: () => ({ name: "no-such-job" }), answers: [404] } satisfies Expectation;
