import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "delete" },
  perEntity: true,
  stepUp: true,
  // Unknown ids: nothing was deleted.
  input: (_rows, { type }) => ({ type, ids: [unknownId] }),
  answers: [404],
} satisfies Expectation;
