import type { Expectation } from "#kit/expectation.ts";

export default { least: "administrator" } satisfies Expectation;
