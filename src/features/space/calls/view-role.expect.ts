import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "administrator",
  input: ({ role }) => ({ id: role }),
  namesRow: true,
} satisfies Expectation;
