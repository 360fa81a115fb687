import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  row: ({ text, number }) => ({
    name: text,
    tableName: `view${number}`,
    base: "news",
    columns: [{ path: "title" }],
    readers: "everyone",
  }),
  add: ({ number }) => ({
    name: { zh: "新闻", en: "News" },
    tableName: `newView${number}`,
    base: "news",
    columns: [{ path: "title" }],
  }),
  change: { name: { zh: "新闻概览", en: "News overview" } },
} satisfies EntityExpectation;
