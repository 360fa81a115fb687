import { sql } from "drizzle-orm";
import member from "#entities/member.ts";
import { touchColumn } from "#records/change/touch-column.server.ts";
import type { SessionParts } from "#server/identity/sessions.server.ts";

/** Stores when a member was last seen. Every use of a session changes this, so it does not count as a change of the row. */
export const recordVisit: SessionParts["recordVisit"] = (tx, memberId) =>
  tx.rows(touchColumn(member, "lastSeenAt", sql`id = ${memberId}::uuid`));
