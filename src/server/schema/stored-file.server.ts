import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A file that a space has uploaded, which counts towards its quota. What is made of it, narrower pictures, counts for nobody. */
export const storedFile = pgTable(
  "stored_file",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    /** Who uploaded it. */
    accountId: uuid("account_id").notNull(),
    /** Where its bytes are in the storage (server/files/storage.server.ts); the last part of its address. */
    key: text().notNull(),
    /** As its bytes say. */
    type: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    width: integer(),
    height: integer(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("stored_file_key").on(table.key),
    // With the bytes in it, so that what a space uses is added up without the table.
    index("stored_file_usage").on(table.tenantId, table.bytes),
  ],
);
