import type { Expectation } from "#kit/expectation.ts";

export default { least: "member", input: () => ({ text: "a" }) } satisfies Expectation;
