import pg from "pg";
import { markLeakproof } from "./leakproof.server.ts";
import {
  hashOf,
  makeMigrationTable,
  type Migration,
  migrationLock,
  migrations,
  readApplied,
  recordMigration,
  runMigration,
} from "./migrations.server.ts";
import { installQueue } from "./queue-schema.server.ts";
import type { Logger } from "#server/process/log.server.ts";

/**
 * Applies pending migrations, each in its own transaction, under a lock so that any number of processes may start at once.
 * @throws {Error} when the text of an applied migration has changed
 */
export async function migrate({ connection, log }: { connection: pg.ClientConfig; log: Logger }): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: "meridian migrate" });
  // A connection lost between two statements makes the next one fail; without a listener it would crash the process.
  client.on("error", (error) => log.warn({ err: error }, "the connection for migrations was lost"));
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await makeMigrationTable(client);
    const applied = await readApplied(client);
    for (const migration of migrations) {
      const { name } = migration;
      const hash = applied.get(name);
      if (hash === undefined) {
        await apply(client, migration);
        log.info({ migration: name }, "migrated");
      } else if (hash !== hashOf(migration))
        throw new Error(`Migration ${name} was changed after it had been applied.`);
    }
    const queue = await installQueue(client);
    if (queue !== undefined) log.info({ queue }, "the queue's tables are up to date");
    if (!(await markLeakproof(client)))
      log.warn("Search in large tables will be slow: see `leakproof` in docs/operations.md");
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    // A migration that waits for a table makes the requests of running processes wait behind it.
    await client.query("set local lock_timeout = '2s'");
    await runMigration(client, migration);
    await recordMigration(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
