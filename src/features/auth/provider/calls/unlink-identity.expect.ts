import type { Expectation } from "#kit/expectation.ts";

/** The spaces of the matrix have no identity provider. */
export default { requiredAccess: "member", answers: [404], stepUp: true } satisfies Expectation;
