import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { account } from "./account.server.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

const accountId = () =>
  uuid("account_id")
    .notNull()
    .references(() => account.id, { onDelete: "cascade" });

/** A person's authenticator app (RFC 6238). */
export const totp = pgTable("totp", {
  accountId: accountId().primaryKey(),
  /** The shared secret in base32, sealed (server/process/seal.server.ts). */
  secret: text().notNull(),
  /** The 30-second step of the last used code, counted from 1970: neither it nor an earlier one is accepted again. */
  lastCounter: integer("last_counter").notNull(),
  createdAt: timestampColumn("created_at").notNull().defaultNow(),
});

/** Recovery codes, which replace the app when the phone is lost; each works once. */
export const recoveryCode = pgTable(
  "recovery_code",
  {
    id: uuid().primaryKey(),
    accountId: accountId(),
    /** HMAC of account and code. */
    codeHash: text("code_hash").notNull(),
    usedAt: timestampColumn("used_at"),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("recovery_code_hash").on(table.accountId, table.codeHash)],
);

/** A passed step, which allows the next one: the second step of signing in, or the confirmation of a new app. */
export const stepTicket = pgTable(
  "step_ticket",
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").notNull().unique(),
    accountId: accountId(),
    /** `signIn` or `enrol`: a ticket for one is not valid for the other. */
    purpose: text().notNull(),
    /** The methods allowed for the next step; they depend on the first one. */
    methods: text().array().notNull(),
    /** The first step was a one-time password, which is removed when the second step succeeds. */
    usesOneTime: boolean("uses_one_time").notNull(),
    /** The sealed secret of the app that is being set up. */
    secret: text(),
    /** The link (schema/identity-provider.server.ts) that was the first step, if any. */
    identityId: uuid("identity_id"),
    tries: integer().notNull().default(0),
    expiresAt: timestampColumn("expires_at").notNull(),
    usedAt: timestampColumn("used_at"),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("step_ticket_created").on(table.createdAt),
    index("step_ticket_account")
      .on(table.accountId)
      .where(sql`used_at is null`),
  ],
);
