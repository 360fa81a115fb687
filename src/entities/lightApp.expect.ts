import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  row: ({ text, mark, number }) => ({ name: text, tableName: `app${number}`, definition: JSON.stringify({ mark }) }),
  add: () => ({ name: { zh: "客户", en: "Customer" }, tableName: "customer", definition: '{ "fields": [] }' }),
  change: { definition: '{ "fields": [{}] }' },
} satisfies EntityExpectation;
