/** Apart from `running-app.ts`, because the modules of the database take seconds to load, and half of the benches use none of them. */
import type pg from "pg";
import { type Database, openDatabase } from "#server/postgres/database.server.ts";
import { createLog } from "#server/process/log.server.ts";

/** A pool of at most `max` connections of the bench to a database. */
export async function databaseOf(
  { connection }: { connection: pg.PoolConfig },
  max: number,
): Promise<AsyncDisposable & Database> {
  const database = await openDatabase({ connection: { ...connection, max }, log: createLog("silent") });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}
