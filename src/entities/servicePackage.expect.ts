import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  stepUp: ["add", "update", "delete"],
  row: ({ text, number }) => ({
    slug: `row-${number}`,
    name: text,
    price: text,
    days: 30,
    devices: 1,
    responseHours: 24,
    status: "published",
  }),
  add: ({ number }) => ({
    slug: `row-${number}-new`,
    name: { zh: "new", en: "new" },
    price: { zh: "new", en: "new" },
    days: 30,
    responseHours: 24,
  }),
  change: { name: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
