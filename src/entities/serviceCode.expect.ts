import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "administrator", add: "nobody", update: "administrator", delete: "nobody", export: "administrator" },
  row: ({ mark, text, rows }) => ({
    ending: "7KMX",
    packageId: rows.servicePackage,
    packageName: text,
    note: mark,
  }),
  internal: ({ mark, number }) => ({ codeHash: mark + number }),
  change: { note: "changed" },
} satisfies EntityExpectation;
