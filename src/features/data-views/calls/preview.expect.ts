import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ tableName: "", base: "news", columns: [{ path: "title" }], conditions: [] }),
} satisfies Expectation;
