import type { Expectation } from "#kit/expectation.ts";

/** Without a file: whoever may import is told to choose one. */
export default {
  least: { entity: "import" },
  perEntity: true,
  input: (_rows, { type }) => ({ type }),
  answers: [400, 406, 415, 422],
} satisfies Expectation;
