import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Text } from "#kit/text.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";
import { account } from "./account.server.ts";
import { tenant } from "./tenant.server.ts";

/** The OpenID Connect provider with which the staff of a space sign in; a space has at most one (features/auth/provider). */
export const identityProvider = pgTable("identity_provider", {
  id: uuid().primaryKey(),
  tenantId: uuid("tenant_id")
    .notNull()
    .unique()
    .references(() => tenant.id, { onDelete: "cascade" }),
  issuer: text().notNull(),
  clientId: text("client_id").notNull(),
  /** The client secret, sealed (server/process/seal.server.ts). */
  secret: text().notNull(),
  /** The name on the button of the sign-in page. */
  name: jsonb().$type<Text>().notNull(),
  isEnabled: boolean("is_enabled").notNull().default(true),
  /** Whether people who are no members yet become members at their first sign-in. */
  addsMembers: boolean("adds_members").notNull().default(false),
  /** The role of these new members. */
  roleId: uuid("role_id"),
  /** The domains, in lower case, that the verified e-mail address of a new member may have. */
  domains: text().array().notNull(),
  /** Whether members who are no administrators can also sign in with a password or SMS code. */
  allowsPassword: boolean("allows_password").notNull().default(true),
  createdAt: timestampColumn("created_at").notNull().defaultNow(),
});

/** The link between a person at an identity provider and a member of the provider's space. */
export const memberIdentity = pgTable(
  "member_identity",
  {
    id: uuid().primaryKey(),
    providerId: uuid("provider_id")
      .notNull()
      .references(() => identityProvider.id, { onDelete: "cascade" }),
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** The person's `sub` at the issuer of the provider. */
    subject: text().notNull(),
    /** The e-mail address at the time of linking, for display only; empty if the provider gave none. */
    email: text().notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("member_identity_subject").on(table.providerId, table.subject),
    uniqueIndex("member_identity_member").on(table.memberId),
    index("member_identity_account").on(table.accountId),
  ],
);

/** A person who was sent to an identity provider and has not returned yet. */
export const signInState = pgTable(
  "sign_in_state",
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the `state` parameter, hex. */
    stateHash: text("state_hash").notNull().unique(),
    /** SHA-256 of the cookie of the browser that was sent, hex. */
    browserHash: text("browser_hash").notNull(),
    providerId: uuid("provider_id")
      .notNull()
      .references(() => identityProvider.id, { onDelete: "cascade" }),
    /** The issuer at that time: another one must not answer. */
    issuer: text().notNull(),
    /** The origin of the redirect address. */
    origin: text().notNull(),
    /** The session of the member who links themselves; null for a sign-in. */
    sessionId: uuid("session_id"),
    expiresAt: timestampColumn("expires_at").notNull(),
    usedAt: timestampColumn("used_at"),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [index("sign_in_state_expires").on(table.expiresAt)],
);
