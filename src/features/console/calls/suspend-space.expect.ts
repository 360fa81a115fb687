import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "superAdmin",
  stepUp: true,
  input: () => ({ id: unknownId, reason: "test" }),
  answers: [404],
} satisfies Expectation;
