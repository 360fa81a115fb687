import type { Expectation } from "#kit/expectation.ts";

/** Without a file: with import access the answer is that a file is missing. */
export default {
  requiredAccess: { verb: "import" },
  perEntity: true,
  input: (_rows, { type }) => ({ type }),
  answers: [400, 406, 415, 422],
} satisfies Expectation;
