import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "read" },
  perEntity: true,
  // An unknown id: nothing was deleted.
  input: (_rows, { type }) => ({ type, undo: unknownId }),
  answers: [404],
} satisfies Expectation;
