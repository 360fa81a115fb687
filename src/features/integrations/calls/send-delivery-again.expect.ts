import { type Expectation, noId } from "#kit/expectation.ts";

// Of the deliveries of another space tells tests/webhooks.test.ts.
export default { least: "administrator", input: () => ({ id: noId }), answers: [404] } satisfies Expectation;
