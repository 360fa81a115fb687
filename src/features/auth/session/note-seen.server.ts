import { sql } from "drizzle-orm";
import member from "#entities/member.ts";
import { noteTime } from "#records/change/note-time.server.ts";
import type { SessionParts } from "#server/identity/sessions.server.ts";

/** Notes that a member was here. That happens with every use of a session, so it is no change of the row that anybody hears of. */
export const noteSeen: SessionParts["noteSeen"] = (tx, memberId) =>
  tx.rows(noteTime(member, "lastSeenAt", sql`id = ${memberId}::uuid`));
