import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { DeliveryAttempt, DeliveryState } from "#kit/webhook.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/**
 * The outbox and log of webhooks. A delivery is added in the transaction of the change (records/change/queue-deliveries.server.ts), without the
 * values of the row: those are read when it is sent, with the permissions of that moment.
 */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    /** Sent with every attempt: receivers recognize repeated deliveries by it. */
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    webhookId: uuid("webhook_id").notNull(),
    /** `news.created`, or `webhook.test` */
    event: text().notNull(),
    /** The type of the entity; null for a test, like `rowId` and `version`. */
    entity: text(),
    rowId: uuid("row_id"),
    version: integer(),
    /** Names of the fields that changed. */
    changed: text().array(),
    /** A person requested the next attempt, which is made even while the webhook is paused. */
    isManual: boolean("is_manual").notNull().default(false),
    state: text().$type<DeliveryState>().notNull().default("waiting"),
    /** The number of attempts. */
    tries: integer().notNull().default(0),
    /** The time of the next attempt; while it is being sent, the end of the lease. */
    dueAt: timestampColumn("due_at").notNull().defaultNow(),
    /** The latest attempts, oldest first. */
    attempts: jsonb().$type<DeliveryAttempt[]>().notNull().default([]),
    /** The last request body, and the beginning of its response. */
    request: text(),
    answer: text(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    endedAt: timestampColumn("ended_at"),
  },
  (table) => [
    index("webhook_delivery_due")
      .on(table.webhookId, table.dueAt)
      .where(sql`state in ('waiting', 'sending')`),
    // Ids sort by time, so this is the order of the log.
    index("webhook_delivery_log").on(table.tenantId, table.webhookId, table.id),
    index("webhook_delivery_age").using("brin", table.createdAt),
  ],
);
