import type pg from "pg";
import { getConstructionPlans, getMigrationPlans } from "pg-boss";

/** The schema of the queue library's tables. They contain ids and times, and nothing that belongs to a tenant. */
export const queueSchema = "pgboss";

/** The schema version that the installed library requires, which it states only in its SQL. */
export function requiredVersion(): number {
  const match = /INSERT INTO pgboss\.version\s*\(version\)\s*VALUES\s*\('?(\d+)'?\)/i.exec(
    getConstructionPlans(queueSchema),
  );
  if (match === null) throw new Error("The library for queues does not say which version of its tables it needs.");
  return Number(match[1]);
}

/** The schema version of the database; undefined when the queue's tables do not exist. */
export async function installedVersion(client: pg.ClientBase): Promise<number | undefined> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('${queueSchema}.version') as name`,
  );
  if (tables[0]?.name === null) return undefined;
  const { rows } = await client.query<{ version: number }>(`select version from ${queueSchema}.version`);
  return rows[0]?.version;
}

/** The program's role (migration 0000) may read and write the queue's tables, but does not own them. */
const grants = `do $$ begin
  if exists (select from pg_roles where rolname = 'meridian_app') then
    grant usage on schema ${queueSchema} to meridian_app;
    grant select, insert, update, delete on all tables in schema ${queueSchema} to meridian_app;
    grant usage on all sequences in schema ${queueSchema} to meridian_app;
    grant execute on all functions in schema ${queueSchema} to meridian_app;
  end if;
end $$`;

/**
 * Creates the queue's tables, or upgrades them to the installed library. Must run as the owner of the tables, in one process at a time; the library
 * would do so with the rights of the running program, which do not suffice.
 * @returns the new schema version; undefined when nothing had to be done
 */
export async function installQueue(client: pg.Client): Promise<number | undefined> {
  const required = requiredVersion();
  const installed = await installedVersion(client);
  if (installed !== undefined && installed >= required) return undefined;
  await client.query(
    installed === undefined ? getConstructionPlans(queueSchema) : getMigrationPlans(queueSchema, installed),
  );
  await client.query(grants);
  return required;
}
