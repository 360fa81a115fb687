import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Text } from "#kit/text.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A space: the platform's own company, or one created by a registration. */
export const tenant = pgTable(
  "tenant",
  {
    id: uuid().primaryKey(),
    /** Sub-domain; lower-case letters, digits and hyphens. */
    code: text().notNull().unique(),
    name: jsonb().$type<Text>().notNull(),
    /** A custom host name, if any. */
    host: text().unique(),
    ownerAccountId: uuid("owner_account_id"),
    /** Its administrators see the list of first steps, until all are done or they dismiss it. */
    isNew: boolean("is_new").notNull().default(false),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [index("tenant_owner").on(table.ownerAccountId)],
);

/** Former sub-domains of spaces: reserved for a while, because links still point there. */
export const formerSiteCode = pgTable(
  "former_site_code",
  {
    code: text().primaryKey(),
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenant.id, { onDelete: "cascade" }),
    givenUpAt: timestampColumn("given_up_at").notNull().defaultNow(),
  },
  (table) => [index("former_site_code_tenant").on(table.tenantId, table.givenUpAt)],
);
