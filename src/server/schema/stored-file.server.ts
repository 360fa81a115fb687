import { sql } from "drizzle-orm";
import { bigint, doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/**
 * A file of a space. An upload counts towards the space's quota; resized copies have no row here and do not count. A file with `expiresAt` is
 * private: only the person it was created for can fetch it, until that time.
 */
export const storedFile = pgTable(
  "stored_file",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    /** Who uploaded it, or for whom it was created; null for uploads from before this table. */
    accountId: uuid("account_id"),
    /** Where its bytes are in the storage (server/files/storage.server.ts); the last part of its address. */
    key: text().notNull(),
    /** The media type: of an upload as its bytes say. */
    type: text().notNull(),
    /** 0 for an upload from before there were rows, until it has been measured. */
    bytes: bigint({ mode: "number" }).notNull(),
    width: integer(),
    height: integer(),
    /** Duration of a video or audio file in seconds. */
    duration: doublePrecision(),
    /** The download name; null for uploads from before names were stored. */
    name: text(),
    /** Hash of the stored bytes. */
    sha256: text(),
    expiresAt: timestampColumn("expires_at"),
    /** Since when no row references it (features/media/unused-files.server.ts); null while one does. */
    unusedAt: timestampColumn("unused_at"),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("stored_file_key").on(table.key),
    // Includes the column `bytes`, so that the usage of a space is summed from the index alone.
    index("stored_file_usage")
      .on(table.tenantId, table.bytes)
      .where(sql`expires_at is null`),
    index("stored_file_end")
      .on(table.expiresAt)
      .where(sql`expires_at is not null`),
    index("stored_file_unused")
      .on(table.unusedAt)
      .where(sql`unused_at is not null`),
    index("stored_file_unmeasured")
      .on(table.id)
      .where(sql`bytes = 0`),
  ],
);
