import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ text, number }) => ({ intro: text, name: `variable${number}`, value: text }),
  add: ({ number }) => ({
    intro: { zh: "new", en: "new" },
    name: `variable${number}new`,
    value: { zh: "值", en: "value" },
  }),
  change: { intro: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
