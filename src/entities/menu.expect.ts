import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  row: ({ text, number }) => ({ menu: `menu${number}`, groups: [{ group: "content", name: text, entries: [] }] }),
  add: () => ({ menu: "service", groups: [] }),
  change: { groups: [{ group: "space", entries: [{ opens: "screen", target: "news" }] }] },
} satisfies EntityExpectation;
