import type { Expectation } from "#kit/expectation.ts";

/** The stated size is wrong, so callers with access get 422. */
export default {
  requiredAccess: "member",
  input: () => ({ size: 9, data: "aGVsbG8=" }),
  answers: [422],
} satisfies Expectation;
