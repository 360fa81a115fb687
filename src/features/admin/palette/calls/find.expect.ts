import type { Expectation } from "#kit/expectation.ts";

export default { requiredAccess: "member", input: () => ({ text: "a" }) } satisfies Expectation;
