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
 * The parts of fonts that pages have asked for and the storage keeps (server/files/font-subset.server.ts). They are made again when they are missing, so
 * that old ones may go; deleted rows, also those of a deleted font, add their key to the queue below by a trigger.
 */
export const fontSubset = pgTable(
  "font_subset",
  {
    /** Key in the storage. */
    key: text().primaryKey(),
    /** The font, a row of `storage_file`. */
    fileId: uuid("file_id").notNull(),
    tenantId: uuid("tenant_id").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("font_subset_file").on(table.fileId, table.createdAt),
    index("font_subset_created").on(table.createdAt),
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
