import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { markLeakproof } from "./leakproof.server.ts";
import {
  contractOf,
  hashOf,
  isOutsideTransaction,
  makeMigrationTable,
  type Migration,
  migrationLock,
  migrations,
  readApplied,
  recordMigration,
  runMigration,
  statementsOf,
} from "./migrations.server.ts";
import { installQueue } from "./queue-schema.server.ts";
import { sqlErrorKind } from "./sql-error.server.ts";
import type { Logger } from "#server/process/log.server.ts";

/** ms between two looks whether another process has finished. */
const pollInterval = 100;
/** Tries for a migration that does not get a lock within its two seconds, and ms between them. */
const maxTries = 5;
const retryDelay = 1000;

/**
 * Waits for the lock of migrations. It asks again and again, because a statement that waits has a snapshot, for which the making of an index
 * concurrently would wait.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isTaken: boolean }>('select pg_try_advisory_lock($1) as "isTaken"', [
      migrationLock,
    ]);
    if (rows[0]?.isTaken === true) return;
    await wait(pollInterval);
  }
}

/**
 * Applies pending migrations, each in its own transaction, under a lock so that any number of processes may start at once. Processes of the version
 * before go on working meanwhile, unless a migration says that they cannot.
 * @param options.list those of the program, unless a test names others
 * @throws {Error} when the text of an applied migration has changed, or older processes have to be stopped first
 */
export async function migrate({
  connection,
  log,
  list = migrations,
}: {
  connection: pg.ClientConfig;
  log: Logger;
  list?: readonly Migration[];
}): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: "meridian migrate" });
  // A connection lost between two statements makes the next one fail; without a listener it would crash the process.
  client.on("error", (error) => log.warn({ err: error }, "the connection for migrations was lost"));
  await client.connect();
  try {
    await takeLock(client);
    await makeMigrationTable(client);
    const applied = await readApplied(client);
    for (const migration of list) {
      const { name } = migration;
      const hash = applied.get(name);
      if (hash === undefined) {
        await applyWithRetries(client, migration, log);
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

/** @throws {Error} while processes work that the migration would break */
async function refuseOlderProcesses(client: pg.Client, migration: Migration): Promise<void> {
  const reason = contractOf(migration);
  if (reason === undefined) return;
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name in ('meridian', 'meridian listen')",
  );
  const { count } = rows[0]!;
  if (count > 0)
    throw new Error(
      `Migration ${migration.name} has to wait until every process of the version before is stopped (${count} connections): ${reason}`,
    );
}

async function applyWithRetries(client: pg.Client, migration: Migration, log: Logger): Promise<void> {
  await refuseOlderProcesses(client, migration);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (isOutsideTransaction(migration) ? makeIndexes(client, migration) : apply(client, migration));
      return;
    } catch (error) {
      if (sqlErrorKind(error) !== "locked" || attempt === maxTries) throw error;
      log.warn({ migration: migration.name, attempt }, "a migration waits for a lock");
      await wait(retryDelay * attempt);
    }
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

/** Makes indexes while others write. An invalid index, which a killed run leaves, is made again. */
async function makeIndexes(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration)) {
    const name = /^create index concurrently if not exists "(\w+)"/i.exec(statement)?.[1];
    const { rows } = await client.query(
      "select from pg_index where indexrelid = to_regclass($1) and not (indisvalid and indisready)",
      [`public."${name ?? ""}"`],
    );
    if (rows.length > 0) await client.query(`drop index concurrently "${name}"`);
    await client.query(statement);
  }
  await recordMigration(client, migration);
}
