import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: ({ collectData }) => ({ id: collectData }),
  namesRow: true,
  // 404: the row was added by another process, and the server has not been notified yet.
  answers: [200, 404],
} satisfies Expectation;
