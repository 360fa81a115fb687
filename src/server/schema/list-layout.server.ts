import { jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ListLayout } from "#kit/list-layout.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A member's layout of a list: columns, their order and widths. Without a row the default applies. */
export const listLayout = pgTable(
  "list_layout",
  {
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    /** The type of the entity. */
    type: text().notNull(),
    layout: jsonb().$type<ListLayout>().notNull(),
    updatedAt: timestampColumn("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.memberId, table.type] })],
);

/** A member's layout of a list in a saved view, until it is saved in the view or discarded. */
export const viewLayout = pgTable(
  "view_layout",
  {
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    viewId: uuid("view_id").notNull(),
    layout: jsonb().$type<ListLayout>().notNull(),
    updatedAt: timestampColumn("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.memberId, table.viewId] })],
);
