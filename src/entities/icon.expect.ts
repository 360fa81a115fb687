import type { EntityExpectation } from "#kit/expectation.ts";

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/></svg>';

export default {
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ text, number }) => ({ title: text, name: `icon-${number}`, drawing, words: null }),
  add: ({ number }) => ({ title: { zh: "new", en: "new" }, name: `icon-${number}-new`, drawing }),
  change: { title: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
