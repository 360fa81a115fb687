/** The end of a database pool. */
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "#server/postgres/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { copyDatabase } from "./support/server.ts";

const connectionString = await copyDatabase();
const observer = new pg.Client({ connectionString });
await observer.connect();
afterAll(() => observer.end());

async function countConnections(): Promise<number> {
  const { rows } = await observer.query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return rows[0]!.count;
}

it("closes all connections, also when the one that listens for changes is not open yet", async () => {
  const database = await openDatabase({ connection: { connectionString, max: 2 }, log: createLog("silent") });
  await database.close();
  await expect.poll(countConnections).toBe(0);
});
