import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** Requests with an Idempotency-Key, stored for a day: each is carried out once (server/http/idempotency.server.ts). */
export const idempotency = pgTable(
  "idempotency",
  {
    /** HMAC of the caller, the call and the key. */
    id: text().primaryKey(),
    /** HMAC of the request's content. */
    bodyHash: text("body_hash").notNull(),
    /** Identifies the process that runs the request; another process may take over after a timeout. */
    claim: uuid().notNull(),
    claimedAt: timestampColumn("claimed_at").notNull().defaultNow(),
    /** Set in the same transaction as the effect of the request. */
    doneAt: timestampColumn("done_at"),
    answer: jsonb().$type<{ value: unknown }>(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [index("idempotency_created").on(table.createdAt)],
);
