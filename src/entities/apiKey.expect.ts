import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "administrator", add: "nobody", update: "administrator", delete: "administrator", export: "nobody" },
  stepUp: ["update"],
  row: ({ mark, rows }) => ({ name: mark, ending: "7KMX", roles: [rows.role], maker: mark }),
  internal: ({ mark, number, memberId }) => ({ keyHash: mark + number, makerId: memberId }),
  change: { name: "changed" },
} satisfies EntityExpectation;
