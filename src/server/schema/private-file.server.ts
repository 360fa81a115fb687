import { bigint, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/**
 * A temporary file of one person, such as an export, an uploaded sheet or a part of an export, or a file of the administrators of a space: an app
 * bundle. It appears in no list and does not count towards the quota.
 */
export const privateFile = pgTable(
  "private_file",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    /** The only account that may download it; the id of the space for a file of its administrators. */
    accountId: uuid("account_id").notNull(),
    /** Key in the storage (server/files/storage.server.ts). */
    key: text().notNull(),
    /** The media type. */
    type: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    /** Name of the download. */
    name: text().notNull(),
    expiresAt: timestampColumn("expires_at").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("private_file_key").on(table.key), index("private_file_end").on(table.expiresAt)],
);
