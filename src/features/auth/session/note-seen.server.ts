import { sql } from "drizzle-orm";
import member from "#entities/member.ts";
import { noteTime } from "#records/change/note-time.server.ts";
import type { SessionParts } from "#server/identity/sessions.server.ts";

/** Sets when a member was last seen. Every use of a session does, so it is not announced as a change of the row. */
export const noteSeen: SessionParts["noteSeen"] = (tx, memberId) =>
  tx.rows(noteTime(member, "lastSeenAt", sql`id = ${memberId}::uuid`));
