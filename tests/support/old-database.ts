/** A database of an earlier version of the program, for tests of migrations. */
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
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
  const files = globSync("migrations/*.sql").toSorted();
  const firstIndex = files.findIndex((file) => path.basename(file).endsWith(before));
  if (firstIndex === -1) throw new Error(`No migration ends with ${before}.`);
  async function apply(migrations: readonly string[]): Promise<void> {
    await client.query("reset meridian.tenant");
    for (const file of migrations) await client.query(`begin; ${readFileSync(file, "utf8")}; commit`);
    await client.query("set meridian.tenant = '*'");
  }
  await apply(files.slice(0, firstIndex));
  return {
    client,
    migrate: () => apply(files.slice(firstIndex)),
    async drop() {
      await client.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
