import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "administrator", add: "nobody", update: "administrator", delete: "nobody", export: "administrator" },
  stepUp: ["update", "export"],
  row: ({ mark }) => ({
    userName: mark,
    mobile: "13700000009",
    name: mark,
    isAdministrator: false,
    status: "active",
  }),
  internal: ({ accountId }) => ({ accountId }),
  change: { name: "changed" },
} satisfies EntityExpectation;
