import { sql } from "drizzle-orm";
import type { RefusedRecipient } from "#server/outbox/outbox.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** Marks an address, wherever a member entered it, as one that the mail server refused for good: nothing more is sent to it until its member changes it. */
export async function noteRefusedAddress(tx: Tx, { recipient, reason }: RefusedRecipient): Promise<void> {
  await tx.rows(sql`update notice_email set refused = ${recipient}, refused_at = now(), refusal = ${reason}
    where address = ${recipient} or pending = ${recipient}`);
}
