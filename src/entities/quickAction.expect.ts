import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ text, mark }) => ({ name: text, opens: "page", page: `/paas/news/list?q=${mark}`, position: 1 }),
  add: () => ({ name: { zh: "新闻", en: "News" }, opens: "page", page: "/admin/news/list" }),
  change: { position: 7 },
} satisfies EntityExpectation;
