import { type Expectation, noId } from "#kit/expectation.ts";

export default { least: "administrator", input: () => ({ ids: [noId] }) } satisfies Expectation;
