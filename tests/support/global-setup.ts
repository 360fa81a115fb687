import { glob, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/embedded/postgres.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { ensureBuilt } from "../../scripts/ensure-built.ts";
import { type BrowserFiles, unpackBrowser } from "./browser-files.ts";
import { addressOf, administratorIn, launch, pidFile, type PostgresAccess, templateDatabase } from "./program.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: PostgresAccess;
    browser: BrowserFiles;
    /** The folder for files that workers use until the end of the run. */
    runFolder: string;
    /** The first administrator's mobile number and one-time password in every copy of the template. */
    administrator: { mobile: string; password: string };
  }
}

/** Turns off disk writes that only protect data from a crash. They can take seconds, and the run deletes this PostgreSQL at its end. */
async function disableDurability(postgres: PostgresAccess) {
  const admin = new pg.Client({ ...postgres, database: "postgres" });
  await admin.connect();
  for (const setting of ["fsync", "full_page_writes", "synchronous_commit"]) {
    await admin.query(`alter system set ${setting} = off`);
  }
  await admin.query("select pg_reload_conf()");
  await admin.end();
}

/** Creates the template database, with migrations and seed, by starting the program on it. Returns its first administrator. */
async function createTemplate(postgres: PostgresAccess, dataFolder: string) {
  const admin = new pg.Client({ ...postgres, database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${templateDatabase} owner meridian`);
  await admin.end();
  const program = await launch({ DATA_DIR: dataFolder, DATABASE_URL: addressOf(postgres, templateDatabase) });
  await program.stop();
  return administratorIn(program.output());
}

function stopProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Builds the program, starts one PostgreSQL for the whole run and creates the template database. Returns the function that ends all of it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  ensureBuilt();
  const dataFolder = await mkdtemp(path.join(tmpdir(), "meridian-tests-"));
  const embedded = await startEmbeddedPostgres({ dataFolder, log: createLog("silent") });
  const { host, port, password, user } = embedded.connection;
  const postgres = { host, port, password, user: "postgres", owner: user };
  await disableDurability(postgres);
  project.provide("postgres", postgres);
  project.provide("browser", await unpackBrowser(dataFolder));
  project.provide("administrator", await createTemplate(postgres, path.join(dataFolder, "template")));
  project.provide("runFolder", dataFolder);
  return async () => {
    for await (const file of glob(`${dataFolder}/server-*/${pidFile}`))
      stopProcess(Number(await readFile(file, "utf8")));
    await embedded.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
}
