import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** An upload in progress. It counts towards the quota of its space as if it were complete. */
export const fileUpload = pgTable(
  "file_upload",
  {
    /** The id of the resulting stored file. */
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    accountId: uuid("account_id").notNull(),
    name: text().notNull(),
    /** The required kind, if any. */
    kind: text(),
    bytes: bigint({ mode: "number" }).notNull(),
    /** Modification time of the file on the sender's machine, in ms: identifies the file when it is sent again. */
    modified: bigint({ mode: "number" }).notNull(),
    received: bigint({ mode: "number" }).notNull().default(0),
    /** Where the parts are in the storage, in their order. */
    parts: text().array().notNull().default([]),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    /** When its last part arrived. */
    touchedAt: timestampColumn("touched_at").notNull().defaultNow(),
  },
  (table) => [
    index("file_upload_usage").on(table.tenantId, table.bytes),
    index("file_upload_touched").on(table.touchedAt),
  ],
);
