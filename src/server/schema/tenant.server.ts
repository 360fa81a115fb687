import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Text } from "#kit/text.ts";

/** A space: the platform's own company, or one that a person made by registering. */
export const tenant = pgTable(
  "tenant",
  {
    id: uuid().primaryKey(),
    /** Sub-domain; lower-case letters, digits and hyphens. */
    code: text().notNull().unique(),
    name: jsonb().$type<Text>().notNull(),
    /** An own host name, when the tenant has one. */
    host: text().unique(),
    ownerAccountId: uuid("owner_account_id"),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [index("tenant_owner").on(table.ownerAccountId)],
);
