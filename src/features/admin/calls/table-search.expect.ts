import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: { verb: "read" },
  perEntity: true,
  input: (_rows, { type }) => ({ paraModel: { url: `/admin/${type}/list` } }),
} satisfies Expectation;
