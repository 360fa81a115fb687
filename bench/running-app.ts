import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/embedded/postgres.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { client } from "../tests/support/client.ts";
import { administratorIn, launch, type Program } from "../tests/support/program.ts";
import { sentCode } from "../tests/support/sent-code.ts";

/** A folder that is removed when the block that uses it ends. */
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "m-"));
  // The account of a database server has to get to its files, which may be in folders within this one.
  await chmod(folder, 0o711);
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The file with the output of the first start, which names the first administrator. */
const firstStartFile = (dataFolder: string) => path.join(dataFolder, "first-start.txt");

/** Fills a data folder by starting the program once. Benches copy the folder, because creating it takes longer than many benches. */
export async function seed(dataFolder: string): Promise<void> {
  const app = await launch({ DATA_DIR: dataFolder, LOG_LEVEL: "error" });
  await app.stop();
  await writeFile(firstStartFile(dataFolder), app.output());
}

/** A temporary folder with seeded data: a copy of the folder `BENCH_SEED`, if it is set. `firstOutput`: the output of the first start. */
export async function seededFolder(): Promise<AsyncDisposable & { path: string; firstOutput: string }> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const seeded = process.env.BENCH_SEED;
  // `-a` preserves the owners of the files: those of the database belong to the account that the database runs as.
  if (seeded === undefined) await seed(folder.path);
  else await promisify(execFile)("cp", ["-a", `${seeded}/.`, folder.path]);
  const firstOutput = await readFile(firstStartFile(folder.path), "utf8");
  const resourcesOfFolder = resources.move();
  return { path: folder.path, firstOutput, [Symbol.asyncDispose]: () => resourcesOfFolder.disposeAsync() };
}

export type RunningApp = AsyncDisposable &
  Pick<Program, "url" | "output" | "process" | "stop"> & { dataFolder: string };

/** The built program with an embedded, seeded database. It stops, and its data is deleted, at the end of the block. */
export async function startBenchApp(settings: Record<string, string> = {}): Promise<RunningApp> {
  await using resources = new AsyncDisposableStack();
  const { path: dataFolder, firstOutput } = resources.use(await seededFolder());
  const app = await launch({ DATA_DIR: dataFolder, LOG_LEVEL: "error", DATABASE_POOL: "20", ...settings });
  resources.defer(() => app.stop());
  const running = resources.move();
  return {
    url: app.url,
    dataFolder,
    output: () => firstOutput + app.output(),
    process: app.process,
    stop: () => app.stop(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The program at `BENCH_URL`, which keeps running; or, if that is not set, the program of `startBenchApp`. */
export async function startApp(): Promise<AsyncDisposable & { url: string }> {
  const externalUrl = process.env.BENCH_URL;
  if (externalUrl === undefined) return startBenchApp();
  return { url: externalUrl.replace(/\/$/, ""), [Symbol.asyncDispose]: async () => {} };
}

/** The database of a program that runs on `dataFolder`, for preparing and checking data. */
export async function postgresOf(
  dataFolder: string,
): Promise<AsyncDisposable & Pick<EmbeddedPostgres, "connection" | "ensureRunning">> {
  const postgres = await startEmbeddedPostgres({ dataFolder, log: createLog("silent") });
  return {
    connection: postgres.connection,
    ensureRunning: () => postgres.ensureRunning(),
    [Symbol.asyncDispose]: () => postgres.stop(),
  };
}

/** Waits until the outbox has delivered a code to this number. @throws if that takes longer than 10 s */
async function deliveredCode(url: string, mobile: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const code = await sentCode(url, mobile);
    if (code !== undefined) return code;
    await wait(100);
  }
  throw new Error(`No code was sent to ${mobile}.`);
}

/** Signs the first administrator in, with the password of the first start and the code by SMS; returns the session token. */
export async function signInAdministrator({ url, output }: Pick<Program, "url" | "output">): Promise<string> {
  const { mobile, password } = administratorIn(output());
  const { send, call } = client({ url });
  const bearer = { "x-meridian-client": "bearer" };
  const { body: refused } = await send("POST Api/Member/Login", { username: mobile, password }, bearer);
  const { secondFactor } = refused.details as { secondFactor: { ticket: string } };
  const { ticket } = secondFactor;
  await call("POST user/secondFactor/code", { ticket });
  const code = await deliveredCode(url, mobile);
  const { status, text, body } = await send("POST user/secondFactor", { ticket, method: "sms", code }, bearer);
  const token = (body.data as { token: string | null } | null)?.token;
  if (typeof token !== "string") throw new Error(`The administrator is not signed in: ${status} ${text}`);
  return token;
}
