import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "administrator",
  input: () => ({ type: "news", rows: { field: "status", op: "eq", value: "draft" } }),
} satisfies Expectation;
