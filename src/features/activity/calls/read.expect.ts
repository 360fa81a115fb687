import { type Expectation, noId } from "#kit/expectation.ts";

export default { least: "member", input: () => ({ ids: [noId] }) } satisfies Expectation;
