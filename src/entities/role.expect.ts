import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  stepUp: ["add", "update", "delete"],
  row: ({ text }) => ({
    name: text,
    description: text,
    grants: [{ entity: "news", verbs: ["read"], read: null, write: null }],
  }),
  add: () => ({
    name: { zh: "new", en: "new" },
    grants: [{ entity: "news", verbs: ["read"], read: null, write: null }],
  }),
  change: { name: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
