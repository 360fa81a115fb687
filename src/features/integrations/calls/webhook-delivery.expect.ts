import { type Expectation, noId } from "#kit/expectation.ts";

// tests/webhooks.test.ts covers deliveries of another space.
export default { requiredAccess: "administrator", input: () => ({ id: noId }), answers: [404] } satisfies Expectation;
