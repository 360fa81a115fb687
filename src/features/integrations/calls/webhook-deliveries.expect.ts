import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ webhook }) => ({ id: webhook }),
} satisfies Expectation;
