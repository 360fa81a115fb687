import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ tableName: "customer", name: { zh: "客户", en: "Customer" }, definition: "{}" }),
} satisfies Expectation;
