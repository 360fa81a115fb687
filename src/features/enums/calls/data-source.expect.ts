import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ key: "datasource__currencies" }),
} satisfies Expectation;
