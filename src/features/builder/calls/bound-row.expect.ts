import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ binding: { entity: "news", fields: {} }, names: ["title"], language: "en" }),
} satisfies Expectation;
