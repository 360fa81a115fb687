import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** Events for platform administrators to look into: attacks, and changes of sign-in methods. Kept for 180 days. */
export const securityEvent = pgTable(
  "security_event",
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** Not a foreign key: events outlive the account. */
    accountId: uuid("account_id"),
    /** The source network (server/process/client-address.server.ts); truncated after 30 days. */
    source: text(),
    /** Deduplicates events: a second row with the same key is not written. */
    once: text().unique(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("security_event_created").on(table.createdAt),
    index("security_event_account").on(table.accountId, table.createdAt),
  ],
);
