import { sql } from "drizzle-orm";
import member from "#entities/member.ts";
import { touchColumn } from "#records/change/touch-column.server.ts";
import type { SessionParts } from "#server/identity/sessions.server.ts";

/** Sets a member's last visit. It changes on every use of a session, so it does not count as a change of the row. */
export const noteSeen: SessionParts["recordVisit"] = (tx, memberId) =>
  tx.rows(touchColumn(member, "lastSeenAt", sql`id = ${memberId}::uuid`));
