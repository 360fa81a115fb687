import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "member", add: "member", update: "member", delete: "administrator", export: "administrator" },
  byOwner: true,
  row: ({ mark }) => ({ title: mark, kind: "fault", priority: "normal", description: mark }),
  internal: ({ memberId }) => ({ memberId }),
  add: () => ({ title: "new", kind: "fault", priority: "normal", description: "new" }),
  change: { title: "changed" },
} satisfies EntityExpectation;
