import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { NoticeContent, NoticeKind } from "#kit/notice.ts";
import type { Locale } from "#kit/text.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** A notice inside the app for one member (kit/notice.ts). */
export const notice = pgTable(
  "notice",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    event: text().notNull(),
    /** The subject of the event, for example the id of a work order. There is one unread notice per event and subject. */
    about: text().notNull(),
    content: jsonb().$type<NoticeContent>().notNull(),
    /** The address in the app to which the notice links. */
    url: text(),
    /** Number of events since the last read. */
    times: integer().notNull().default(1),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    readAt: timestampColumn("read_at"),
  },
  (table) => [
    index("notice_member").on(table.tenantId, table.memberId, table.createdAt.desc(), table.id.desc()),
    index("notice_age").on(table.createdAt),
    uniqueIndex("notice_unread")
      .on(table.tenantId, table.memberId, table.event, table.about)
      .where(sql`read_at is null`),
  ],
);

/** The kinds of notices that a member has turned off; no row means none. */
export const noticeSetting = pgTable(
  "notice_setting",
  {
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    muted: jsonb().$type<NoticeKind[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.memberId] })],
);

/** The address to which a member's notices are sent by email (server/email/notice-email.server.ts). */
export const noticeEmail = pgTable(
  "notice_email",
  {
    tenantId: uuid("tenant_id").notNull(),
    memberId: uuid("member_id").notNull(),
    /** The confirmed address; null until the first confirmation. */
    address: text(),
    /** The address that waits to be confirmed by a link, and when the newest link ends. */
    pending: text(),
    pendingUntil: timestampColumn("pending_until").notNull(),
    /** The language of emails: the one in which the person asked for them. */
    locale: text().$type<Locale>().notNull(),
    /** The one of these addresses that the mail server refused for good, when, and its code; null until then, and after a change. */
    refused: text(),
    refusedAt: timestampColumn("refused_at"),
    refusal: text(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.memberId] })],
);
