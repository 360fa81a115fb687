import type { Expectation } from "#kit/expectation.ts";

export default { requiredAccess: "administrator", input: () => ({ type: "news" }) } satisfies Expectation;
