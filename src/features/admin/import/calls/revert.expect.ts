import { type Expectation, unknownId } from "#kit/expectation.ts";

/** With an unknown import. */
export default {
  requiredAccess: { verb: "import" },
  perEntity: true,
  input: (_rows, { type }) => ({ type, id: unknownId }),
  answers: [404],
} satisfies Expectation;
