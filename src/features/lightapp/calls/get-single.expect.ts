import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  // The spaces of these tests define no entities: tests/light-apps.test.ts reads rows of some.
  input: () => ({ _id: unknownId, tableName: "customer" }),
  answers: [404],
} satisfies Expectation;
