import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  row: ({ text, mark, number }) => ({
    name: text,
    pageType: `sales${number}`,
    kind: "report",
    audience: "administrators",
    layout: "grid",
    days: "30",
    widgets: JSON.stringify([{ id: "note", name: "text", value: { content: { en: mark } } }]),
  }),
  add: () => ({
    name: { zh: "销售", en: "Sales" },
    pageType: "sales",
    kind: "index",
    audience: "members",
    layout: "grid",
    widgets: "[]",
  }),
  change: { audience: "members" },
} satisfies EntityExpectation;
