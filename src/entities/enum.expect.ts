import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ text, number }) => ({
    title: text,
    name: `set-${number}`,
    keyValue: [{ key: "a", value: text }],
    isPublic: true,
  }),
  add: ({ number }) => ({
    title: { zh: "new", en: "new" },
    name: `set-${number}-new`,
    keyValue: [{ key: "a", value: { zh: "甲", en: "A" } }],
  }),
  change: { title: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
