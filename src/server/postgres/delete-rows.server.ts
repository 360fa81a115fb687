import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "./database.server.ts";

/** Deletes at most `limit` matching rows, so that one statement is short in any table. Returns the number of deleted rows. */
export async function deleteRows(tx: Tx, table: string, condition: SQL, limit: number): Promise<number> {
  const name = sql.identifier(table);
  const [row] = await tx.rows<{ count: number }>(sql`with deleted as (
      delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} limit ${limit})) returning 1
    ) select count(*)::int as count from deleted`);
  return row!.count;
}
