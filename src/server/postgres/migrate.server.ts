import pg from "pg";
import { trustComparisons } from "./leakproof.server.ts";
import { installQueue } from "./queue-schema.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { sha256 } from "#server/process/secrets.server.ts";

const files = import.meta.glob<string>("../../../migrations/*.sql", { query: "?raw", import: "default", eager: true });

/** Any number; the same in every process, so that one migrates and the others wait. */
const lock = 4_815_162_342;

export type Migration = { name: string; text: string };

/** The migrations in the order in which they apply. */
export const migrations: Migration[] = Object.entries(files)
  .map(([path, text]) => ({ name: path.replace(/^.*\//, "").replace(/\.sql$/, ""), text }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/**
 * Brings the database up to date, each migration in its own transaction, under a lock so that any number of processes may start
 * at once. Stops when an applied migration's text has changed since: history is not edited.
 */
export async function migrate({ connection, log }: { connection: pg.ClientConfig; log: Logger }): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: "meridian migrate" });
  // A connection lost between two statements fails the next one; without a listener it would end the process.
  client.on("error", (error) => log.warn({ err: error }, "the connection for migrations was lost"));
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lock]);
    await client.query(
      "create table if not exists public.migration (name text primary key, hash text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; hash: string }>("select name, hash from public.migration");
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    for (const { name, text } of migrations) {
      const hash = applied.get(name);
      if (hash === undefined) await apply(client, { name, text });
      else if (hash !== sha256(text)) throw new Error(`Migration ${name} was changed after it had been applied.`);
      if (hash === undefined) log.info({ migration: name }, "migrated");
    }
    const queue = await installQueue(client);
    if (queue !== undefined) log.info({ queue }, "the queue's tables are up to date");
    if (!(await trustComparisons(client)))
      log.warn("Search in large tables will be slow: see `leakproof` in docs/operations.md");
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, { name, text }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query("set local lock_timeout = '2s'");
    await client.query(text);
    await client.query("insert into public.migration (name, hash) values ($1, $2)", [name, sha256(text)]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
