import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A link by which people outside can read a page's draft (S-032). Its token is derived from the id, and not stored. */
export const pageShare = pgTable(
  "page_share",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    pageId: uuid("page_id").notNull(),
    memberId: uuid("member_id"),
    /** A copy, readable after the member is deleted. */
    memberName: text("member_name").notNull(),
    expiresAt: timestampColumn("expires_at").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [index("page_share_page").on(table.tenantId, table.pageId)],
);
