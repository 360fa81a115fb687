import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { account } from "./account.server.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A browser that a person has signed in with, identified by a cookie that survives signing out. */
export const device = pgTable(
  "device",
  {
    id: uuid().primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: text("token_hash").notNull(),
    userAgent: text("user_agent").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    seenAt: timestampColumn("seen_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("device_account").on(table.accountId, table.tokenHash),
    index("device_token").on(table.tokenHash),
  ],
);
