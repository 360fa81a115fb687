import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "administrator", add: "nobody", update: "administrator", delete: "nobody", export: "nobody" },
  stepUp: ["update"],
  row: ({ text }) => ({ name: text, description: text, menu: [] }),
  change: { name: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
