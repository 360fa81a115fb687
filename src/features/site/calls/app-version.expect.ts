import type { Expectation } from "#kit/expectation.ts";

export default { requiredAccess: "anyone", input: () => ({ client: "AppPlus" }) } satisfies Expectation;
