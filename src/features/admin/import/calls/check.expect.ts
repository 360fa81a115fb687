import { type Expectation, noId } from "#kit/expectation.ts";

/** With an unknown import. */
export default {
  requiredAccess: { verb: "import" },
  perEntity: true,
  input: (_rows, { type }) => ({ type, id: noId, mapping: ["id"], keyField: null }),
  answers: [404],
} satisfies Expectation;
