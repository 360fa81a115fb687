import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ text, number }) => ({ slug: `row-${number}`, title: text, text, status: "published" }),
  add: ({ number }) => ({ slug: `row-${number}-new`, title: { zh: "new", en: "new" }, status: "draft" }),
  change: { title: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
