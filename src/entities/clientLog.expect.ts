import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "nobody",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  row: ({ mark }) => ({ message: mark, browser: mark }),
  change: { isResolved: true },
} satisfies EntityExpectation;
