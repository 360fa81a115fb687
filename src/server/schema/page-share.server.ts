import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** A link by which people outside may read a page's draft (S-032). Its token is worked out from the id, and kept nowhere. */
export const pageShare = pgTable(
  "page_share",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    pageId: uuid("page_id").notNull(),
    memberId: uuid("member_id"),
    /** Kept beside the id: it stays readable when the member is gone. */
    memberName: text("member_name").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true, precision: 3 }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [index("page_share_page").on(table.tenantId, table.pageId)],
);
