import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ undo: unknownId }),
  stepUp: true,
  answers: [404],
} satisfies Expectation;
