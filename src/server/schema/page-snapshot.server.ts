import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { PageDocument } from "#kit/page.ts";

/** What visitors read: a page as it was when somebody published it. Never changed; publishing and rolling back move the page's pointer. */
export const pageSnapshot = pgTable(
  "page_snapshot",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    pageId: uuid("page_id").notNull(),
    path: text().notNull(),
    document: jsonb().$type<PageDocument>().notNull(),
    rev: integer().notNull(),
    memberName: text("member_name").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [index("page_snapshot_page").on(table.tenantId, table.pageId, table.createdAt)],
);
