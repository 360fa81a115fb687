import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "member", add: "nobody", update: "nobody", delete: "nobody", export: "administrator" },
  row: ({ text }) => ({
    name: text,
    provider: text,
    devices: 1,
    responseHours: 24,
    openedAt: "2026-01-01T00:00:00.000Z",
    endsAt: "2126-01-01T00:00:00.000Z",
    source: "free",
  }),
  change: { status: "expired" },
} satisfies EntityExpectation;
