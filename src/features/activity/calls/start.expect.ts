import type { Expectation } from "#kit/expectation.ts";

/** Which job may be started by whom is asked in tests/jobs.test.ts. */
export default { least: "member", input: () => ({ name: "no-such-job" }), answers: [404] } satisfies Expectation;
