/** A database of an earlier version of the program, for tests of migrations. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Migration, migrations, runMigration } from "#server/postgres/migrations.server.ts";
import { addressOf } from "./program.ts";

export type OldDatabase = {
  /** A connection that sees the rows of all spaces. */
  client: pg.Client;
  /** Applies the migrations from `before` on. */
  migrate: () => Promise<void>;
  drop: () => Promise<void>;
};

/** Creates a database with all migrations before the migration whose file name ends with `before`. */
export async function makeOldDatabase(before: string): Promise<OldDatabase> {
  const name = `old_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ ...inject("postgres"), database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${name} owner meridian`);
  const client = new pg.Client({ connectionString: addressOf(inject("postgres"), name) });
  await client.connect();
  const list = migrations.filter(({ run }) => typeof run === "string");
  const firstIndex = list.findIndex((migration) => `${migration.name}.sql`.endsWith(before));
  if (firstIndex === -1) throw new Error(`No migration ends with ${before}.`);
  async function apply(some: readonly Migration[]): Promise<void> {
    await client.query("reset meridian.tenant");
    for (const migration of some) {
      await client.query("begin");
      await runMigration(client, migration);
      await client.query("commit");
    }
    await client.query("set meridian.tenant = '*'");
  }
  await apply(list.slice(0, firstIndex));
  return {
    client,
    migrate: () => apply(list.slice(firstIndex)),
    async drop() {
      await client.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
