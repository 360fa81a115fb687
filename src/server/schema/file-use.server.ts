import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/**
 * References from rows to stored files. Maintained by database triggers (scripts/db-generate.ts) on every table that may contain one, so that no
 * statement can bypass it (docs/decisions/041-unused-files.md). A foreign key refuses to delete a referenced file.
 */
export const fileUse = pgTable(
  "file_use",
  {
    fileId: uuid("file_id").notNull(),
    /** The table of the row that names the file. */
    source: text().notNull(),
    rowId: uuid("row_id").notNull(),
    /** The space of that row, which need not be the space of the file. */
    tenantId: uuid("tenant_id").notNull(),
  },
  (table) => [
    primaryKey({ name: "file_use_pk", columns: [table.fileId, table.source, table.rowId] }),
    index("file_use_row").on(table.rowId, table.source),
  ],
);

/**
 * Queue of files to remove from the storage. A database trigger adds a row when the row of a file is deleted, whatever statement deletes it; the
 * program removes the content, then the row (server/files/file-removals.server.ts).
 */
export const fileRemoval = pgTable("file_removal", {
  key: text().primaryKey(),
  createdAt: timestampColumn("created_at").notNull().defaultNow(),
});
