import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ text, number }) => ({ number, title: text, text, status: "published" }),
  add: ({ number }) => ({
    number: number + 5000,
    title: { zh: "new", en: "new" },
    text: { zh: "new", en: "new" },
    status: "draft",
  }),
  change: { title: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
