import type { EntityExpectation } from "#kit/expectation.ts";

const pageWith = (heading: object) => ({
  schema: 1,
  setting: { title: heading, description: {}, showHead: false, showFoot: false },
  records: {
    wd_aaaaaaaaaa: { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "page-title", value: { heading } },
  },
});

export default {
  access: {
    read: "administrator",
    add: "nobody",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ text }) => ({ name: text, kind: "widget", classId: "general", state: "draft", edition: 1 }),
  internal: ({ text }) => ({
    widgetId: "page-title",
    languages: "zh,en",
    records: 1,
    document: { page: pageWith(text) },
  }),
  change: { classId: "retail" },
} satisfies EntityExpectation;
