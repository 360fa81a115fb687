import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  // Configurations for members are open to them by their calls, whatever their role.
  row: ({ mark }) => ({
    configType: "Carrier",
    name: mark,
    value: JSON.stringify({ Carrier: mark }),
    audience: "administrators",
    sortOrder: 1,
  }),
  add: () => ({ configType: "Carrier", value: '{ "apiKey": "sk-4711" }' }),
  change: { name: "changed" },
} satisfies EntityExpectation;
