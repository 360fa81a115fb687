import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { PageChange } from "#kit/page.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** The changes of each save of a page's draft, and who saved it: for detecting and explaining conflicts of concurrent edits. */
export const pageRevision = pgTable(
  "page_revision",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    pageId: uuid("page_id").notNull(),
    /** The draft's revision after the save. */
    rev: integer().notNull(),
    /** Before and after of every changed record. */
    change: jsonb().$type<PageChange>().notNull(),
    /** A name given by the person, to find the version again; empty for ordinary saves. */
    name: text().notNull().default(""),
    memberId: uuid("member_id"),
    /** A copy, readable after the member is deleted. */
    memberName: text("member_name").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("page_revision_rev").on(table.tenantId, table.pageId, table.rev)],
);
