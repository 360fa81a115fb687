import { sql } from "drizzle-orm";
import apiKey from "#entities/apiKey.ts";
import { noteTime } from "#records/change/note-time.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** Sets when a key was last used. Many requests do, so it is not announced as a change of the row. */
export const noteKeyUse = (tx: Tx, keyId: string) => tx.rows(noteTime(apiKey, "lastUsedAt", sql`id = ${keyId}::uuid`));
