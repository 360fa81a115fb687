import { sql } from "drizzle-orm";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { maxTries } from "./outbox.server.ts";

/** Retention of messages. */
const retention = "90 days";

/** Removes expired messages. */
export const purgeMessages = (tx: Tx, limit: number) =>
  deleteRows(tx, "outbox", sql`created_at < now() - ${retention}::interval`, limit);

/** Clears the text of messages that expired, or whose last attempt never finished. Returns their number. */
export async function expireMessages(tx: Tx, limit: number): Promise<number> {
  const expired =
    await tx.rows(sql`update outbox set failed_at = now(), body = '{}', reason = case when tries = 0 then 'expired' else 'no answer' end
    where id in (select id from outbox where sent_at is null and failed_at is null
      and (expires_at < now() or (tries >= ${maxTries} and due_at < now())) limit ${limit} for update skip locked) returning 1`);
  return expired.length;
}
