import { type Expectation, noId } from "#kit/expectation.ts";

export default { requiredAccess: "member", input: () => ({ ids: [noId] }) } satisfies Expectation;
