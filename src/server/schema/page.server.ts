import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Mention } from "#kit/comment.ts";
import type { PageChange, StoredPage } from "#kit/page.ts";
import type { Locale, LocalizedValue } from "#kit/text.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A published version of a page. Immutable; publishing and rolling back move the page's pointer. */
export const pageSnapshot = pgTable(
  "page_snapshot",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    pageId: uuid("page_id").notNull(),
    /** Version number of the page, from 1. */
    number: integer().notNull(),
    /** The path of the page, normalized for look-ups. */
    path: text().notNull(),
    document: jsonb().$type<StoredPage>().notNull(),
    /** What is asked of all pages of a site, copied from the settings: documents are too large to be looked through for it. */
    isLogin: boolean("is_login").notNull().default(false),
    /** Whether it is the layout page of a client. */
    isLayout: boolean("is_layout").notNull().default(false),
    /** The only theme in which the page was shown; null for all themes. */
    onlyThemeId: uuid("only_theme_id"),
    /** The published revision of the draft; below, the site's theme at that time and its version. */
    rev: integer().notNull(),
    themeId: uuid("theme_id"),
    themeVersion: integer("theme_version").notNull(),
    /** The publisher's note; "" if there is none. */
    note: text().notNull().default(""),
    memberId: uuid("member_id"),
    /** A copy, readable after the member is deleted. */
    memberName: text("member_name").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    // For the foreign key of pages to their published snapshot.
    unique("page_snapshot_tenant_id").on(table.tenantId, table.id),
    uniqueIndex("page_snapshot_number").on(table.tenantId, table.pageId, table.number),
    index("page_snapshot_path").on(table.tenantId, table.path),
    index("page_snapshot_layout")
      .on(table.tenantId)
      .where(sql`is_layout`),
  ],
);

/** The changes of each save of a page's draft, and who saved it: for detecting and explaining conflicts of concurrent edits. */
export const pageRevision = pgTable(
  "page_revision",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    pageId: uuid("page_id").notNull(),
    /** The draft's revision after the save. */
    rev: integer().notNull(),
    /** Before and after of every changed record. */
    change: jsonb().$type<PageChange>().notNull(),
    /** A name given by the person, to find the version again; empty for ordinary saves. */
    name: text().notNull().default(""),
    /** The draft after the save, of a named version; null for ordinary saves, whose changes are enough. */
    document: jsonb().$type<StoredPage>(),
    memberId: uuid("member_id"),
    /** A copy, readable after the member is deleted. */
    memberName: text("member_name").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("page_revision_rev").on(table.tenantId, table.pageId, table.rev)],
);

/** A link by which people outside can read a page's draft (S-032). Its token is derived from the id, and not stored. */
export const pageShare = pgTable(
  "page_share",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    pageId: uuid("page_id").notNull(),
    memberId: uuid("member_id"),
    /** A copy, readable after the member is deleted. */
    memberName: text("member_name").notNull(),
    expiresAt: timestampColumn("expires_at").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [index("page_share_page").on(table.tenantId, table.pageId)],
);

/** A comment in the builder on a page or on a part of it, or a reply to one. Never part of the page's document. */
export const pageComment = pgTable(
  "page_comment",
  {
    /** Created by the author's browser, so that a comment sent twice is stored once. */
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    pageId: uuid("page_id").notNull(),
    /** The comment that this one replies to; null for a first comment, which alone has the columns of the record, language and resolution. */
    threadId: uuid("thread_id"),
    /** The record of the page's draft; null for the page as a whole. */
    recordId: text("record_id"),
    /** A copy of its label, readable after the record is deleted. */
    recordName: jsonb("record_name").$type<LocalizedValue<string>>(),
    /** The language that the comment is about; null for all. */
    locale: text().$type<Locale>(),
    text: text().notNull(),
    mentions: jsonb().$type<Mention[]>().notNull(),
    memberId: uuid("member_id"),
    /** A copy, readable after the member is deleted. */
    memberName: text("member_name").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    /** Set on a deleted first comment while it has replies; its text is then empty. */
    deletedAt: timestampColumn("deleted_at"),
    resolvedAt: timestampColumn("resolved_at"),
    /** A copy of the name of the member who resolved it. */
    resolvedBy: text("resolved_by"),
  },
  (table) => [index("page_comment_page").on(table.tenantId, table.pageId, table.createdAt, table.id)],
);
