import type { Expectation } from "#kit/expectation.ts";

export default { requiredAccess: "administrator", input: () => ({ kind: "site" }) } satisfies Expectation;
