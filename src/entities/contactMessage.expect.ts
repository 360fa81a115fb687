import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "nobody",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ mark }) => ({ name: mark, contact: "a@example.org", message: mark, status: "new" }),
  change: { status: "answered" },
} satisfies EntityExpectation;
