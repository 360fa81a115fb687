import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ template: "retail", path: "/index" }),
} satisfies Expectation;
