import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ kind: "index", name: "number", value: { source: "paasWork" } }),
} satisfies Expectation;
