import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "administrator", add: "nobody", update: "nobody", delete: "nobody", export: "administrator" },
  row: ({ mark, text }) => ({
    customer: text,
    person: mark,
    responseHours: 24,
    openedAt: "2026-01-01T00:00:00.000Z",
    endsAt: "2126-01-01T00:00:00.000Z",
    source: "free",
  }),
  change: { source: "code" },
} satisfies EntityExpectation;
