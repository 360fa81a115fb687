import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ text }) => ({
    title: text,
    intro: text,
    kind: "company",
    status: "published",
    publishedAt: "2026-01-01T00:00:00.000Z",
  }),
  add: () => ({ title: { zh: "new", en: "new" }, kind: "company", status: "draft" }),
  change: { title: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
