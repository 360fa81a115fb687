import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ImportCounts, ImportRowState, ImportState } from "#kit/import.ts";
import type { FieldProblems } from "#kit/problem.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** An import of a sheet into an entity, visible to its creator only. */
export const sheetImport = pgTable(
  "sheet_import",
  {
    /** Also the `groupId` of its changes in `row_change`. */
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    /** The name of the entity, as in `row_change`. */
    entity: text().notNull(),
    /** The uploaded private file, which is deleted before this row. */
    fileId: uuid("file_id").notNull(),
    name: text().notNull(),
    /** The titles of the columns. */
    titles: jsonb().$type<string[]>().notNull(),
    /** The field of each column, null for one that is not imported; null before columns are mapped. */
    mapping: jsonb().$type<(string | null)[]>(),
    /** The field that names the rows to change; null when all rows are new. */
    keyField: text("key_field"),
    state: text().$type<ImportState>().notNull().default("uploaded"),
    counts: jsonb().$type<ImportCounts>(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    /** When its rows were written. */
    doneAt: timestampColumn("done_at"),
  },
  (table) => [
    index("sheet_import_member").on(table.tenantId, table.memberId, table.entity, table.createdAt.desc()),
    index("sheet_import_age").on(table.createdAt),
  ],
);

/** A row of an imported sheet, and the result of comparing it with the rows of the entity. */
export const sheetImportRow = pgTable(
  "sheet_import_row",
  {
    tenantId: uuid("tenant_id").notNull(),
    importId: uuid("import_id").notNull(),
    /** Row number in the spreadsheet program. */
    number: integer().notNull(),
    state: text().$type<ImportRowState>().notNull(),
    /** The row that the import adds or changes, and its version at the comparison. */
    rowId: uuid("row_id"),
    version: integer(),
    /** The values to write. */
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The texts of the cells in mapped columns. */
    cells: jsonb().$type<string[]>().notNull(),
    /** The problems of each field; under "" those that belong to no column. */
    problems: jsonb().$type<FieldProblems>(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.number] }),
    foreignKey({
      columns: [table.importId],
      foreignColumns: [sheetImport.id],
      name: "sheet_import_row_import",
    }).onDelete("cascade"),
    index("sheet_import_row_state").on(table.importId, table.state, table.number),
  ],
);
