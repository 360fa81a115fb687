import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A person who can sign in, independent of tenants. */
export const account = pgTable(
  "account",
  {
    id: uuid().primaryKey(),
    mobile: text().notNull().unique(),
    /** The folded user name (features/auth/session/account.server.ts). */
    userName: text("user_name").notNull().unique(),
    /** Pepper id and argon2id over an HMAC of the password (server/identity/passwords.server.ts); null for a person who signs in by code only. */
    passwordHash: text("password_hash"),
    /** The password is removed after one sign-in, as that of the first administrator. */
    passwordIsOneTime: boolean("password_is_one_time").notNull().default(false),
    isSuperAdmin: boolean("is_super_admin").notNull().default(false),
    isDisabled: boolean("is_disabled").notNull().default(false),
    /** When the account will be closed at its owner's request, which the owner can revoke until then. */
    cancelAt: timestampColumn("cancel_at"),
    /** When the person accepted the user agreement and the privacy policy on registration. */
    agreedAt: timestampColumn("agreed_at"),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  // These names are reserved for the platform. The constraint also stops a call that forgets to check that.
  () => [check("account_reserved_name", sql`is_super_admin or user_name not in ('admin', 'planform', 'platform')`)],
);

/** A session of a person in a space (server/identity/sessions.server.ts). */
export const session = pgTable(
  "session",
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the token, hex. The token itself is not stored. */
    tokenHash: text("token_hash").notNull().unique(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    userAgent: text("user_agent").notNull().default(""),
    /** The known device of the session (schema/device.server.ts); none for clients other than browsers. */
    deviceId: uuid("device_id"),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    /** The link (schema/identity-provider.server.ts) with which the person signed in; such a session cannot leave its space. */
    identityId: uuid("identity_id"),
    /** The role as which an administrator views the space; null otherwise. */
    viewedRoleId: uuid("viewed_role_id"),
    /** The last proof of identity: a sign-in or a step-up. */
    provedAt: timestampColumn("proved_at").notNull().defaultNow(),
    seenAt: timestampColumn("seen_at").notNull().defaultNow(),
    expiresAt: timestampColumn("expires_at").notNull(),
    revokedAt: timestampColumn("revoked_at"),
  },
  (table) => [index("session_account").on(table.accountId), index("session_expires").on(table.expiresAt)],
);

/** Codes sent by SMS (features/auth/sms/sms-code.server.ts). */
export const smsCode = pgTable(
  "sms_code",
  {
    id: uuid().primaryKey(),
    mobile: text().notNull(),
    purpose: text().notNull(),
    /** HMAC of number, purpose and code. */
    codeHash: text("code_hash").notNull(),
    tries: integer().notNull().default(0),
    /** Network of the request (server/process/client-address.server.ts), and the tenant of the site. */
    source: text().notNull(),
    siteId: uuid("site_id").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    expiresAt: timestampColumn("expires_at").notNull(),
    usedAt: timestampColumn("used_at"),
    /** When a newer code replaced it. */
    endedAt: timestampColumn("ended_at"),
  },
  (table) => [
    index("sms_code_mobile").on(table.mobile, table.createdAt),
    index("sms_code_source").on(table.source, table.createdAt),
    index("sms_code_site").on(table.siteId, table.createdAt),
    index("sms_code_created").on(table.createdAt),
    uniqueIndex("sms_code_living")
      .on(table.mobile, table.purpose)
      .where(sql`used_at is null and ended_at is null`),
  ],
);

/** Outgoing messages: written in the caller's transaction, delivered after its commit. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** The template of the message; stays when the body is erased. */
    topic: text().notNull().default(""),
    recipient: text().notNull(),
    /** The space and the member that limits count the message for; null for messages of the platform. */
    spaceId: uuid("space_id"),
    memberId: uuid("member_id"),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    tries: integer().notNull().default(0),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    /** When the next attempt is due; moved ahead during an attempt, so that a crash only delays it. */
    dueAt: timestampColumn("due_at").notNull().defaultNow(),
    /** When the message becomes useless, for example because its code expires; null: never. */
    expiresAt: timestampColumn("expires_at"),
    sentAt: timestampColumn("sent_at"),
    /** When delivery was given up. */
    failedAt: timestampColumn("failed_at"),
    /** The provider's id of the message. */
    providerId: text("provider_id"),
    /** When the provider is next asked for the delivery status. */
    askAt: timestampColumn("ask_at"),
    /** The number of these requests. */
    asked: integer().notNull().default(0),
    deliveredAt: timestampColumn("delivered_at"),
    undeliveredAt: timestampColumn("undelivered_at"),
    /** Why delivery failed: the provider's error code, never its message. */
    reason: text(),
  },
  (table) => [
    index("outbox_due")
      .on(table.dueAt)
      .where(sql`sent_at is null and failed_at is null`),
    index("outbox_ask")
      .on(table.askAt)
      .where(sql`ask_at is not null`),
    index("outbox_kind").on(table.kind, table.createdAt),
    index("outbox_created").on(table.createdAt),
    index("outbox_recipient").on(table.recipient, table.createdAt),
    index("outbox_space")
      .on(table.spaceId, table.createdAt)
      .where(sql`space_id is not null`),
  ],
);

/** Solved proofs of work that were accepted: none is accepted twice (features/auth/sms/proof-of-work.server.ts). */
export const spentProof = pgTable(
  "spent_proof",
  {
    nonce: text().primaryKey(),
    expiresAt: timestampColumn("expires_at").notNull(),
  },
  (table) => [index("spent_proof_expires").on(table.expiresAt)],
);

/**
 * Attempts to enter a secret (passwords, codes), from which delays are computed. A success removes the attempts of its subject.
 */
export const attempt = pgTable(
  "attempt",
  {
    id: uuid().primaryKey(),
    /** Attempts with the same subject are counted together (server/identity/attempts.server.ts). */
    subject: text().notNull(),
    /** Id of the account, or the name that was typed when there is none. */
    account: text().notNull(),
    source: text().notNull(),
    /** `pending`; `failed`; `refused`: the secret was not checked. */
    state: text().notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("attempt_subject").on(table.subject, table.createdAt),
    index("attempt_account").on(table.account, table.createdAt),
    index("attempt_source")
      .on(table.source, table.createdAt)
      .where(sql`state = 'failed'`),
    index("attempt_created").on(table.createdAt),
  ],
);
