import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "member", add: "nobody", update: "member", delete: "member", export: "administrator" },
  byOwner: true,
  row: ({ mark, text, number }) => ({
    path: `/files/0190d7a2-6a9b-7c43-9c1f-${String(number).padStart(12, "0")}.pdf`,
    name: mark,
    alt: text,
    fileType: "document",
    size: number,
    uploader: mark,
    uploadedAt: "2026-01-02T03:04:05.000Z",
    isUsed: false,
  }),
  // As an upload is: the hourly review of files sets it otherwise.
  internal: ({ mark, memberId }) => ({ memberId, sha256: mark, unusedAt: new Date().toISOString() }),
  change: { name: "changed" },
} satisfies EntityExpectation;
