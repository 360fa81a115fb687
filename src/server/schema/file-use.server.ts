import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

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
