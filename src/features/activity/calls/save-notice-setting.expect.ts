import type { Expectation } from "#kit/expectation.ts";

export default { requiredAccess: "member", input: () => ({ kind: "job", isOn: true }) } satisfies Expectation;
