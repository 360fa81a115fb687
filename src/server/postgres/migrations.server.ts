import type pg from "pg";
import { sha256 } from "#server/process/secrets.server.ts";

const sqlFiles = import.meta.glob<string>("../../../migrations/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

const programs = import.meta.glob<MigrationProgram>("../../../migrations/*.ts", { import: "default", eager: true });

/** The key of the advisory lock that every process takes, so that one migrates and the others wait. An arbitrary number. */
export const migrationLock = 4_815_162_342;

/** A migration in TypeScript, for values that SQL cannot read. It runs in its own transaction, like every migration. */
export type MigrationProgram = (client: pg.ClientBase) => Promise<void>;
export type Migration = { name: string; run: string | MigrationProgram };

/** The migrations in the order in which they apply. */
export const migrations: readonly Migration[] = Object.entries({ ...sqlFiles, ...programs })
  .map(([path, run]) => ({ name: path.replace(/^.*\//, "").replace(/\.\w+$/, ""), run }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** A hash of an applied migration: of its SQL, or of its name if it is a program. */
export const hashOf = ({ name, run }: Migration) => sha256(typeof run === "string" ? run : name);

const contractPattern = /^-- contract: (.+)$/m;
const outsidePattern = /^-- outside a transaction$/m;

/**
 * Why programs of the version before cannot work with the database after this migration; undefined for one that only adds, as `-- contract: reason`
 * says in its SQL. tests/migration-rules.test.ts holds the others to adding.
 */
export const contractOf = ({ run }: Migration): string | undefined =>
  typeof run === "string" ? contractPattern.exec(run)?.[1] : undefined;

/** Whether a migration says `-- outside a transaction`: it makes indexes while the program works, and each of its statements can be run again. */
export const isOutsideTransaction = ({ run }: Migration): boolean =>
  typeof run === "string" && outsidePattern.test(run);

/** The statements of a migration that runs outside a transaction: one on each line. */
export const statementsOf = ({ run }: Migration): string[] =>
  typeof run === "string" ? run.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("--")) : [];

/** Runs a migration in the caller's transaction, where indexes cannot be made concurrently. */
export async function runMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  const { run } = migration;
  if (typeof run !== "string") await run(client);
  else await client.query(isOutsideTransaction(migration) ? run.replaceAll(/ concurrently /gi, " ") : run);
}

/** Makes the table of the applied migrations, unless there is one. */
export const makeMigrationTable = (client: pg.ClientBase) =>
  client.query(
    "create table if not exists public.migration (name text primary key, hash text not null, applied_at timestamptz not null default now())",
  );

/** Records that a migration is applied, in the caller's transaction. */
export const recordMigration = (client: pg.ClientBase, migration: Migration) =>
  client.query("insert into public.migration (name, hash) values ($1, $2)", [migration.name, hashOf(migration)]);

/** The applied migrations of a database, with their hashes by name. The table of migrations must exist. */
export async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    "select name, hash from public.migration order by name",
  );
  return new Map(rows.map((row) => [row.name, row.hash]));
}
