import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** A person who can sign in, whatever tenants know them. */
export const account = pgTable("account", {
  id: uuid().primaryKey(),
  mobile: text().notNull().unique(),
  userName: text("user_name").notNull().unique(),
  /** argon2id over an HMAC of the password; null while the person signs in by code only. */
  passwordHash: text("password_hash"),
  /** The password works for one sign-in and is then forgotten (first administrator). */
  passwordIsOneTime: boolean("password_is_one_time").notNull().default(false),
  isSuperAdmin: boolean("is_super_admin").notNull().default(false),
  isDisabled: boolean("is_disabled").notNull().default(false),
  createdAt: at("created_at").notNull().defaultNow(),
});

export const session = pgTable(
  "session",
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the token, hex: the token itself is kept by its owner only. */
    tokenHash: text("token_hash").notNull().unique(),
    accountId: uuid("account_id").notNull().references(() => account.id, { onDelete: "cascade" }),
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: at("created_at").notNull().defaultNow(),
    seenAt: at("seen_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    revokedAt: at("revoked_at"),
  },
  (table) => [index("session_account").on(table.accountId)],
);

export const smsCode = pgTable(
  "sms_code",
  {
    id: uuid().primaryKey(),
    mobile: text().notNull(),
    purpose: text().notNull(),
    /** HMAC of number, purpose and code. */
    codeHash: text("code_hash").notNull(),
    tries: integer().notNull().default(0),
    ip: text().notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
  },
  (table) => [
    index("sms_code_mobile").on(table.mobile, table.createdAt),
    index("sms_code_ip").on(table.ip, table.createdAt),
    index("sms_code_created").on(table.createdAt),
  ],
);

/** Messages to send: written in the transaction that wants them sent, delivered after it committed. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    recipient: text().notNull(),
    body: jsonb().$type<Record<string, string>>().notNull(),
    tries: integer().notNull().default(0),
    createdAt: at("created_at").notNull().defaultNow(),
    /** When it may be tried (again); moved ahead while somebody is trying, so that a crash only delays it. */
    dueAt: at("due_at").notNull().defaultNow(),
    sentAt: at("sent_at"),
  },
  (table) => [index("outbox_due").on(table.dueAt).where(sql`sent_at is null`)],
);

/** Failed sign-ins, by account name and by address: what the delays count. */
export const signInFailure = pgTable(
  "sign_in_failure",
  {
    id: uuid().primaryKey(),
    subject: text().notNull(),
    ip: text().notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("sign_in_failure_subject").on(table.subject, table.createdAt),
    index("sign_in_failure_ip").on(table.ip, table.createdAt),
  ],
);
