import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "#server/postgres/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { atEnd } from "./at-end.ts";
import { addressOf, launch, type Program, template } from "./program.ts";

/** The built program on a fresh copy of the seeded database, and that database, for preparing and checking data. */
export type Server = Program & { database: Database; dataFolder: string; databaseUrl: string };

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject("postgres"), database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A copy of the template database for one test file, deleted afterwards. Returns its address. */
export async function freshDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${name} template ${template} owner meridian`);
  atEnd(() => asAdmin(`drop database ${name} with (force)`));
  return addressOf(inject("postgres"), name);
}

/** Starts the program for one test file and stops it after that file's tests. */
export async function startServer(settings: Record<string, string> = {}, folder?: string): Promise<Server> {
  const databaseUrl = await freshDatabase();
  const dataFolder = await mkdtemp(path.join(tmpdir(), "meridian-test-"));
  const program = await launch({ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, ...settings }, folder);
  const database = await openDatabase({
    connection: { connectionString: databaseUrl, max: 3 },
    log: createLog("silent"),
    timeout: 60_000,
  });
  atEnd(async () => {
    await program.stop();
    if (process.env.SHOW_OUTPUT === "1") console.log(program.output());
    await database.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return { ...program, database, dataFolder, databaseUrl };
}

/** Runs statements in a test's database as the owner of its tables, one after the other. */
export async function asOwner({ databaseUrl }: Server, ...statements: string[]): Promise<void> {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    await connection.end();
  }
}
