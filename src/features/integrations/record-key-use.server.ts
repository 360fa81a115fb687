import { sql } from "drizzle-orm";
import apiKey from "#entities/apiKey.ts";
import { touchColumn } from "#records/change/touch-column.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** Sets the time of a key's last use, without announcing a change of the row, because every request sets it. */
export const recordKeyUse = (tx: Tx, keyId: string) =>
  tx.rows(touchColumn(apiKey, "lastUsedAt", sql`id = ${keyId}::uuid`));
