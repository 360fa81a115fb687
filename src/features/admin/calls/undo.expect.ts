import { type Expectation, noId } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "read" },
  perEntity: true,
  // An unknown id: nothing was deleted.
  input: (_rows, { type }) => ({ type, undo: noId }),
  answers: [404],
} satisfies Expectation;
