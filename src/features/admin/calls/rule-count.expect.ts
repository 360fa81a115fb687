import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ type: "news", rows: { field: "status", op: "eq", value: "draft" } }),
} satisfies Expectation;
