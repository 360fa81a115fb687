import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A member's delivery address (N-010). Only the member can read it. */
export const userAddress = pgTable(
  "user_address",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    name: text().notNull(),
    mobile: text().notNull(),
    /** Code of the county (features/address). */
    regionId: integer("region_id").notNull(),
    address: text().notNull(),
    isDefault: boolean("is_default").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("user_address_member").on(table.tenantId, table.memberId),
    uniqueIndex("user_address_default")
      .on(table.tenantId, table.memberId)
      .where(sql`is_default`),
  ],
);
