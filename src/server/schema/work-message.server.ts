import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { LocalizedValue } from "#kit/text.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** Comments and steps of a work order, in order. Immutable. */
export const workMessage = pgTable(
  "work_message",
  {
    /** Created by the sender, so that a message sent twice is stored once. */
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    workId: uuid("work_id").notNull(),
    /** Null for a message from the other space, if the order is between two spaces. */
    memberId: uuid("member_id"),
    /** Name of that space. */
    party: jsonb().$type<LocalizedValue<string>>(),
    /** A copy, readable after the member is deleted. */
    memberName: text("member_name").notNull(),
    /** The step that was taken (kit/work.ts); null for a message. */
    step: text(),
    text: text().notNull(),
    pictures: jsonb().$type<string[]>().notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [index("work_message_work").on(table.tenantId, table.workId, table.createdAt)],
);
