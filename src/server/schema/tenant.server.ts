import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { type SiteHostProblem, type SiteHostState, siteHostStates } from "#kit/site-host.ts";
import { type SpaceEventKind, spaceEventKinds } from "#kit/space.ts";
import type { Text } from "#kit/text.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A space: the platform's own company, or one created by a registration. */
export const tenant = pgTable(
  "tenant",
  {
    id: uuid().primaryKey(),
    /** The sub-domain: lower-case letters, digits and hyphens. */
    code: text().notNull().unique(),
    name: jsonb().$type<Text>().notNull(),
    /** A host name that the operator assigned; custom domains are in `site_host`. */
    host: text().unique(),
    ownerAccountId: uuid("owner_account_id"),
    /** Its administrators see the list of first steps, until all are done or they dismiss it. */
    isNew: boolean("is_new").notNull().default(false),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    /** Since when nobody can use the space (server/identity/suspension.server.ts). */
    suspendedAt: timestampColumn("suspended_at"),
    /** When its administrator closed it, and from when its data may be erased. */
    closedAt: timestampColumn("closed_at"),
    eraseAt: timestampColumn("erase_at"),
    /** When its data were erased. The row stays without a name, so that neither the id nor the code is given out again. */
    erasedAt: timestampColumn("erased_at"),
    /** Quotas of stored files instead of those of the settings; 0 is without a limit. */
    maxFilesMb: integer("max_files_mb"),
    maxFiles: integer("max_files"),
  },
  (table) => [
    index("tenant_owner").on(table.ownerAccountId),
    index("tenant_created").on(table.createdAt, table.id),
    index("tenant_erase")
      .on(table.eraseAt)
      .where(sql`erase_at is not null and erased_at is null`),
  ],
);

/** What a space uses, as last measured (features/console/usage.server.ts). */
export const spaceUsage = pgTable("space_usage", {
  tenantId: uuid("tenant_id").primaryKey(),
  members: integer().notNull(),
  /** Rows of all entities, without those in the trash. */
  rows: bigint({ mode: "number" }).notNull(),
  files: integer().notNull(),
  bytes: bigint({ mode: "number" }).notNull(),
  /** When a member was last seen. */
  activeAt: timestampColumn("active_at"),
  measuredAt: timestampColumn("measured_at").notNull().defaultNow(),
});

/** What happened to spaces. It belongs to the platform and outlives them, so the id of the space is no foreign key. */
export const spaceEvent = pgTable(
  "space_event",
  {
    id: uuid().primaryKey(),
    spaceId: uuid("space_id").notNull(),
    /** The sub-domain of the space at that time. */
    code: text().notNull(),
    kind: text().$type<SpaceEventKind>().notNull(),
    /** Who did it; null for the program. */
    accountId: uuid("account_id"),
    /** The reason that was given, or what changed. */
    note: text().notNull().default(""),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("space_event_space").on(table.spaceId, table.createdAt),
    check("space_event_kind", sql.raw(`kind in (${spaceEventKinds.map((kind) => `'${kind}'`).join(", ")})`)),
  ],
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

/**
 * Custom domains: host names that spaces want for their sites. One leads to the site as long as it is active; several spaces may claim a name until
 * one proves that it is theirs (features/space/site-hosts.server.ts).
 */
export const siteHost = pgTable(
  "site_host",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenant.id, { onDelete: "cascade" }),
    /** In lower case, other scripts encoded (`xn--`). */
    host: text().notNull(),
    state: text().$type<SiteHostState>().notNull().default("pending"),
    /** Why the last check found no proof. */
    problem: text().$type<SiteHostProblem>(),
    /** Daily checks in a row that found no proof. */
    misses: integer().notNull().default(0),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    checkedAt: timestampColumn("checked_at"),
  },
  (table) => [
    uniqueIndex("site_host_claim").on(table.tenantId, table.host),
    uniqueIndex("site_host_active")
      .on(table.host)
      .where(sql`state = 'active'`),
    index("site_host_checked").on(table.checkedAt),
    check("site_host_state", sql.raw(`state in (${siteHostStates.map((state) => `'${state}'`).join(", ")})`)),
  ],
);

/** What each member of a space used of the paid language services in each hour (server/language/budget.server.ts). */
export const languageUse = pgTable(
  "language_use",
  {
    tenantId: uuid("tenant_id").notNull(),
    service: text().$type<"ai" | "translation">().notNull(),
    memberId: uuid("member_id").notNull(),
    /** The start of the hour. */
    hour: timestampColumn("hour").notNull(),
    /** Requests to the AI; characters to translate. */
    amount: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.service, table.hour, table.memberId] }),
    index("language_use_age").on(table.hour),
  ],
);
