import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "#server/postgres/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { atEnd } from "./at-end.ts";
import { addressOf, launch, pidFile, type Program, template } from "./program.ts";

/** The built program on a copy of the seeded database, and that database, for preparing and checking data. */
export type Server = Pick<Program, "url"> & { database: Database; dataFolder: string; databaseUrl: string };

/** A server that one test file starts and may stop. */
export type FileServer = Server & Program;

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject("postgres"), database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function copyTemplate(): Promise<{ name: string; databaseUrl: string }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${name} template ${template} owner meridian`);
  return { name, databaseUrl: addressOf(inject("postgres"), name) };
}

/** A copy of the template database for one test file, deleted afterwards. Returns its address. */
export async function freshDatabase(): Promise<string> {
  const { name, databaseUrl } = await copyTemplate();
  atEnd(() => asAdmin(`drop database ${name} with (force)`));
  return databaseUrl;
}

const openTestDatabase = (connectionString: string) =>
  openDatabase({ connection: { connectionString, max: 3 }, log: createLog("silent"), timeout: 60_000 });

/** Starts the program for one test file and stops it after that file's tests. */
export async function startServer(settings: Record<string, string> = {}, folder?: string): Promise<FileServer> {
  const databaseUrl = await freshDatabase();
  const dataFolder = await mkdtemp(path.join(tmpdir(), "meridian-test-"));
  const program = await launch({ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, ...settings }, folder);
  const database = await openTestDatabase(databaseUrl);
  atEnd(async () => {
    await program.stop();
    if (process.env.SHOW_OUTPUT === "1") console.log(program.output());
    await database.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return { ...program, database, dataFolder, databaseUrl };
}

async function startWorkerServer(): Promise<Server> {
  const { databaseUrl } = await copyTemplate();
  const dataFolder = await mkdtemp(path.join(inject("runFolder"), "server-"));
  const { url, process: child } = await launch({ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl });
  // The end of the run stops it: a worker is not told that it ends.
  await writeFile(path.join(dataFolder, pidFile), String(child.pid));
  return { url, database: await openTestDatabase(databaseUrl), dataFolder, databaseUrl };
}

let workerServer: Promise<Server> | undefined;

/**
 * The server that the test files of a worker share, warm from the second file on. For files that only work in new spaces and with new people: not for those
 * that change the site of the installation, act as its first administrator, count rows of all spaces, or need settings.
 */
export const sharedServer = (): Promise<Server> => (workerServer ??= startWorkerServer());

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
