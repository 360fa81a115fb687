import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "./database.server.ts";

/** Deletes at most `limit` of the matching rows, and returns their number, so that the statement does not grow with the table. */
export async function deleteRows(tx: Tx, table: string, condition: SQL, limit: number): Promise<number> {
  const name = sql.identifier(table);
  const [row] = await tx.rows<{ count: number }>(sql`with gone as (
      delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} limit ${limit})) returning 1
    ) select count(*)::int as count from gone`);
  return row!.count;
}
