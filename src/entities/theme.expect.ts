import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  stepUp: ["update"],
  row: ({ text }) => ({ name: text }),
  add: () => ({ name: { zh: "new", en: "new" } }),
  change: { name: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
