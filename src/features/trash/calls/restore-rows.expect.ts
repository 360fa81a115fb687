import { type Expectation, noId } from "#kit/expectation.ts";

export default {
  least: { entity: "delete" },
  perEntity: true,
  // Nothing was deleted yet.
  input: (_rows, { type }) => ({ type, ids: [noId] }),
  answers: [404],
} satisfies Expectation;
