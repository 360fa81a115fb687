import type { Expectation } from "#kit/expectation.ts";

export default { requiredAccess: "administrator", input: () => ({}) } satisfies Expectation;
