import { type Expectation, unknownId } from "#kit/expectation.ts";

// tests/webhooks.test.ts covers deliveries of another space.
export default {
  requiredAccess: "administrator",
  input: () => ({ id: unknownId }),
  answers: [404],
} satisfies Expectation;
