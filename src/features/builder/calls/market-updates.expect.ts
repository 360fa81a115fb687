import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: ({ marketItem }) => ({ items: [{ id: marketItem, edition: 1 }] }),
} satisfies Expectation;
