import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { account } from "./account.server.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A person's pay password: six digits to enter before money moves (B-129). */
export const payPassword = pgTable("pay_password", {
  accountId: uuid("account_id")
    .primaryKey()
    .references(() => account.id, { onDelete: "cascade" }),
  /** The hash format of passwords: key id and argon2id over an HMAC. */
  hash: text().notNull(),
  /** Failed attempts since the last success, within a day. The fifth locks it until it is set again. */
  failures: integer().notNull().default(0),
  failedAt: timestampColumn("failed_at"),
  setAt: timestampColumn("set_at").notNull().defaultNow(),
});

/** A confirmation by pay password, valid for one save of one form with exactly this content by this person in this session. */
export const payTicket = pgTable(
  "pay_ticket",
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").notNull().unique(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    sessionId: uuid("session_id").notNull(),
    form: text().notNull(),
    /** HMAC of the space, the form and the content. */
    digest: text().notNull(),
    expiresAt: timestampColumn("expires_at").notNull(),
    usedAt: timestampColumn("used_at"),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [index("pay_ticket_expires").on(table.expiresAt)],
);

/** The accounts to which a space's earnings are paid, at most one of each kind (S-039). */
export const payoutAccount = pgTable(
  "payee",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    kind: text().notNull(),
    /** The name of the holder, the bank and the number, encrypted with the installation's key. */
    secret: text().notNull(),
    /** The part that may be displayed: the holder's first letter and the last four characters of the number. */
    shown: jsonb().$type<{ holder: string; bank: string; number: string }>().notNull(),
    /** Payouts to the account are paused until this time (T-30). */
    heldUntil: timestampColumn("held_until").notNull(),
    updatedAt: timestampColumn("updated_at").notNull().defaultNow(),
  },
  (table) => [index("payee_member").on(table.tenantId, table.memberId)],
);
