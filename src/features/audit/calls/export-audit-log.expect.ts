import type { Expectation } from "#kit/expectation.ts";

export default { least: "administrator", stepUp: true, input: () => ({}) } satisfies Expectation;
