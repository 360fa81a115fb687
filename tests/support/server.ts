import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "#server/postgres/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { addCleanUp } from "./clean-up.ts";
import { addressOf, launch, pidFile, type Program, templateDatabase } from "./program.ts";

/** The built program on a copy of the template database. `database`: the copy, for tests that prepare or check data. */
export type Server = Pick<Program, "url"> & { database: Database; dataFolder: string; databaseUrl: string };

/** A server that one test file starts and may stop. */
export type OwnServer = Server & Program;

/** Runs a statement as the superuser of the run's PostgreSQL, in the database of a test or in the one for administration. */
export async function runAsSuperuser(statement: string, databaseUrl?: string): Promise<void> {
  const database = databaseUrl === undefined ? "postgres" : new URL(databaseUrl).pathname.slice(1);
  const client = new pg.Client({ ...inject("postgres"), database });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function copyTemplate(): Promise<{ name: string; databaseUrl: string }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Copying files takes half the time of the default, which writes every page to the log.
  await runAsSuperuser(`create database ${name} template ${templateDatabase} strategy file_copy owner meridian`);
  return { name, databaseUrl: addressOf(inject("postgres"), name) };
}

/** Copies the template database for one test file and returns the URL of the copy, which is dropped after the file. */
export async function copyDatabase(): Promise<string> {
  const { name, databaseUrl } = await copyTemplate();
  addCleanUp(() => runAsSuperuser(`drop database ${name} with (force)`));
  return databaseUrl;
}

/** Creates a database without anything in it, which is dropped after the file, and returns its URL. */
export async function bareDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runAsSuperuser(`create database ${name} owner meridian`);
  addCleanUp(() => runAsSuperuser(`drop database ${name} with (force)`));
  return addressOf(inject("postgres"), name);
}

const openTestDatabase = (connectionString: string) =>
  openDatabase({ connection: { connectionString, max: 3 }, log: createLog("silent"), timeout: 60_000 });

/** Starts the program for one test file and stops it after that file's tests. */
export async function startServer(settings: Record<string, string> = {}, folder?: string): Promise<OwnServer> {
  const databaseUrl = await copyDatabase();
  const dataFolder = await mkdtemp(path.join(tmpdir(), "meridian-test-"));
  const program = await launch({ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, ...settings }, folder);
  // Added before anything else can fail, so that the program ends with the file in any case.
  addCleanUp(async () => {
    await program.stop();
    if (process.env.SHOW_OUTPUT === "1") console.log(program.output());
    await rm(dataFolder, { recursive: true, force: true });
  });
  const database = await openTestDatabase(databaseUrl);
  addCleanUp(() => database.close());
  return { ...program, database, dataFolder, databaseUrl };
}

async function startWorkerServer(): Promise<Server> {
  const { databaseUrl } = await copyTemplate();
  const dataFolder = await mkdtemp(path.join(inject("runFolder"), "server-"));
  const settings = { DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, TRUST_PROXY: "127.0.0.1" };
  const { url, process: child } = await launch(settings);
  // The end of the run stops this process by its id: a worker cannot do so, because it does not know when it ends.
  await writeFile(path.join(dataFolder, pidFile), String(child.pid));
  return { url, database: await openTestDatabase(databaseUrl), dataFolder, databaseUrl };
}

let workerServer: Promise<Server> | undefined;

/**
 * The server that all test files of a worker share; its caches are warm for every file but the first. Only for files that use new spaces and new
 * people. Files that change the site of the installation or anything else as its first administrator, count rows of all spaces or need settings use
 * `startServer`. The only setting is TRUST_PROXY=127.0.0.1, for requests from other addresses.
 */
export async function sharedServer(): Promise<Server> {
  const server = await (workerServer ??= startWorkerServer());
  // All files send requests from the same addresses: the SMS codes and attempts of earlier files must not count towards their limits.
  await server.database.system(async (tx) => {
    await tx.rows(sql`delete from sms_code`);
    await tx.rows(sql`delete from attempt`);
  });
  return server;
}

/** Runs statements in a test's database as the owner of its tables, one after the other. */
export async function runAsOwner({ databaseUrl }: Pick<Server, "databaseUrl">, ...statements: string[]): Promise<void> {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    await connection.end();
  }
}
