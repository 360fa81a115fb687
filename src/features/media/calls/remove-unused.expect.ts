import { type Expectation, noId } from "#kit/expectation.ts";

export default { requiredAccess: "administrator", input: () => ({ ids: [noId] }) } satisfies Expectation;
