import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "member", add: "nobody", update: "member", delete: "member", export: "nobody" },
  byOwner: true,
  row: ({ text }) => ({ name: text, isShared: false }),
  internal: ({ memberId }) => ({ memberId, list: "news", content: "{}" }),
  change: { name: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
