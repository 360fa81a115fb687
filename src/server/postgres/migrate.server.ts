import pg from "pg";
import { markLeakproof } from "./leakproof.server.ts";
import { installQueue } from "./queue-schema.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { sha256 } from "#server/process/secrets.server.ts";

const sqlFiles = import.meta.glob<string>("../../../migrations/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

const programs = import.meta.glob<MigrationProgram>("../../../migrations/*.ts", { import: "default", eager: true });

/** The key of the advisory lock that every process takes, so that one migrates and the others wait. An arbitrary number. */
const migrationLock = 4_815_162_342;

/** A migration in TypeScript, for values that SQL cannot read. It runs in its own transaction, like every migration. */
export type MigrationProgram = (client: pg.ClientBase) => Promise<void>;
type Migration = { name: string; run: string | MigrationProgram };

/** The migrations in the order in which they apply. */
const migrations: readonly Migration[] = Object.entries({ ...sqlFiles, ...programs })
  .map(([path, run]) => ({ name: path.replace(/^.*\//, "").replace(/\.\w+$/, ""), run }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** A hash of an applied migration: of its SQL, or of its name if it is a program. */
const hashOf = ({ name, run }: Migration) => sha256(typeof run === "string" ? run : name);

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
    await client.query(
      "create table if not exists public.migration (name text primary key, hash text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; hash: string }>("select name, hash from public.migration");
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
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
    const { name, run } = migration;
    if (typeof run === "string") await client.query(run);
    else await run(client);
    await client.query("insert into public.migration (name, hash) values ($1, $2)", [name, hashOf(migration)]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
