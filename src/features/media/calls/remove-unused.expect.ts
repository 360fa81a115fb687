import { type Expectation, unknownId } from "#kit/expectation.ts";

export default { requiredAccess: "administrator", input: () => ({ ids: [unknownId] }) } satisfies Expectation;
