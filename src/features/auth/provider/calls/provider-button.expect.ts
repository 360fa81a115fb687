import type { Expectation } from "#kit/expectation.ts";

export default { requiredAccess: "anyone" } satisfies Expectation;
