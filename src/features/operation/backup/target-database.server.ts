import type pg from "pg";
import { queueSchema } from "#server/postgres/queue-schema.server.ts";

/** A restore that is refused before it has changed anything. */
export class RestoreRefused extends Error {}

const countSql = `select count(*)::int as count from pg_class
  where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and relnamespace in (select oid from pg_namespace where nspname in ('public', '${queueSchema}'))
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`;

/** Everything of the program in the schema `public` that does not belong to an extension, each with the statement that drops it. */
const dropSql = `select format('drop %s if exists %s cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      oid::regclass) as text
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'S') and relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  union all select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`;

const processesSql = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name in ('meridian', 'meridian listen')`;

async function readCount(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(text);
  return rows[0]!.count;
}

/** The oldest PostgreSQL that the program works with, as `server_version_num` counts. */
export const oldestServer = 150_000;

/**
 * Refuses a database into which nothing may be restored.
 * @param overwrite the name of the database that may be overwritten; undefined: only an empty one is allowed
 * @returns whether the database has to be emptied
 * @throws {RestoreRefused} saying what to do instead
 */
export async function checkTarget(client: pg.Client, overwrite: string | undefined): Promise<boolean> {
  const { rows } = await client.query<{ name: string; version: number; encoding: string }>(
    `select current_database() as name, current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  );
  const { name, version, encoding } = rows[0]!;
  if (version < oldestServer) throw new RestoreRefused("The server is older than PostgreSQL 15.");
  if (encoding !== "UTF8")
    throw new RestoreRefused(`The database ${name} has the encoding ${encoding}. Make one with UTF8.`);
  if (overwrite !== undefined && overwrite !== name)
    throw new RestoreRefused(
      `The settings name the database ${name}, but --overwrite names ${overwrite}. Nothing was changed.`,
    );
  const processes = await readCount(client, processesSql);
  if (processes > 0) throw new RestoreRefused(`Meridian is running on the database ${name}. Stop every process first.`);
  const isEmpty = (await readCount(client, countSql)) === 0;
  if (!isEmpty && overwrite === undefined)
    throw new RestoreRefused(`The database ${name} is not empty. To replace everything in it, add --overwrite ${name}`);
  return !isEmpty;
}

/** Drops everything of the program from the database, in the caller's transaction. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${queueSchema} cascade`);
  const { rows } = await client.query<{ text: string }>(dropSql);
  for (const { text } of rows) await client.query(text);
}
