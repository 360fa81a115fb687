import type { Expectation } from "#kit/expectation.ts";

export default { least: "member" } satisfies Expectation;
