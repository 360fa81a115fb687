import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  // The spaces of these tests have no light apps: tests/data-engine.test.ts reads the data of some.
  input: () => ({ appId: unknownId }),
  answers: [404],
} satisfies Expectation;
