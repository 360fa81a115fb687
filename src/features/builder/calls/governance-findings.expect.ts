import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ runId: unknownId, check: "broken-links" }),
  answers: [404],
} satisfies Expectation;
