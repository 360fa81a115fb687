import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: ({ role }) => ({ id: role }),
  namesRow: true,
} satisfies Expectation;
