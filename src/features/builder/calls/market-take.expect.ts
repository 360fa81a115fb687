import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ marketItem }) => ({ id: marketItem }),
} satisfies Expectation;
