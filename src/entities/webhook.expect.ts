import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "administrator", add: "nobody", update: "administrator", delete: "administrator", export: "nobody" },
  stepUp: ["update"],
  // Subscribes to no event.
  row: ({ mark, rows }) => ({
    name: mark,
    address: `https://example.org/${mark}`,
    events: [],
    roles: [rows.role],
    maker: mark,
  }),
  internal: ({ mark, memberId }) => ({ secret: mark, makerId: memberId }),
  change: { name: "changed" },
} satisfies EntityExpectation;
