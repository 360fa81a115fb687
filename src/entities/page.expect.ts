import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
    editContent: "administrator",
  },
  stepUp: ["delete"],
  add: ({ path }) => ({ path: `${path}-new`, title: { zh: "new", en: "new" } }),
  change: { title: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
