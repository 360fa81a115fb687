import { pgTable, text } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/**
 * Queue of files to remove from the storage. A database trigger adds a row when the row of a file is deleted, whatever statement deletes it; the
 * program removes the content, then the row (server/files/file-removals.server.ts).
 */
export const fileRemoval = pgTable("file_removal", {
  key: text().primaryKey(),
  createdAt: timestampColumn("created_at").notNull().defaultNow(),
});
