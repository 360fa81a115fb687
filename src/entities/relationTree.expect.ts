import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ text }) => ({ name: text, code: text.en, position: "50" }),
  add: () => ({ name: { zh: "new", en: "new" } }),
  change: { name: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
