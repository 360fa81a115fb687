import type { Expectation } from "#kit/expectation.ts";

export default { least: "member", input: () => ({ kind: "job", isOn: true }) } satisfies Expectation;
