import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { embeddedBinary, NoEmbeddedDatabase, type RunAs, runAs } from "./embedded-binary.server.ts";
import type { Logger } from "./log.server.ts";

export type EmbeddedPostgres = {
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** Starts the server again if it is gone; several callers and processes may ask at once. */
  ensureRunning: () => Promise<void>;
  /** Looks every half second whether the server is still there, and starts it again when it is not. */
  keepRunning: () => void;
  /** Stops the server unless another process of ours still works with it. */
  stop: () => Promise<void>;
};

const port = 5432;
const database = "meridian";
const user = "meridian_owner";
/** ms */
const startTimeout = 60_000;
const watchEvery = 500;
/** A Unix socket's path may have 107 bytes; the file name takes some of them. */
const longestSocketFolder = 80;

type Place = { home: string; data: string; socket: string; password: string; as: RunAs; bin: string };

function own(folder: string, as: RunAs): void {
  mkdirSync(folder, { recursive: true });
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid!);
  chmodSync(folder, 0o700);
}

/** A folder that the database's user cannot enter (below root's home) is moved to the temporary folder, loudly. */
function reachable(home: string, as: RunAs, log: Logger): string {
  if (as.uid === undefined || spawnSync("/bin/ls", [home], { ...as, cwd: "/" }).status === 0) return home;
  const key = createHash("sha256").update(home).digest("hex").slice(0, 16);
  const moved = path.join(tmpdir(), `meridian-data-${key}`);
  log.warn({ home, moved }, "the data folder is closed to the database's user; using a temporary folder instead: set DATA_DIR to keep data");
  own(moved, as);
  return moved;
}

/** A secret in a file of its own, made once. */
function secretIn(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

function prepare(dataFolder: string, log: Logger): Place {
  const as = runAs();
  const bin = embeddedBinary(as);
  mkdirSync(dataFolder, { recursive: true });
  own(path.join(dataFolder, "postgres"), as);
  const home = reachable(path.join(dataFolder, "postgres"), as, log);
  const password = secretIn(path.join(dataFolder, "postgres-password"));
  let socket = home;
  if (socket.length > longestSocketFolder) {
    socket = path.join(tmpdir(), `meridian-socket-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`);
    own(socket, as);
  }
  return { home, data: path.join(home, "data"), socket, password, as, bin };
}

/** Makes a new cluster beside its place and moves it there: whoever is first wins, a crash leaves nothing half-made. */
function initialise({ home, data, as, bin, password }: Place): void {
  if (existsSync(path.join(data, "PG_VERSION"))) return;
  const making = path.join(home, `making-${process.pid}-${randomBytes(4).toString("hex")}`);
  const passwordFile = path.join(home, `password-${process.pid}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (as.uid !== undefined) chownSync(passwordFile, as.uid, as.gid!);
  try {
    const made = spawnSync(
      path.join(bin, "initdb"),
      ["-D", making, "-U", user, `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "-E", "UTF8", "--locale=C.UTF-8", "--data-checksums"],
      { ...as, cwd: "/", encoding: "utf8" },
    );
    if (made.status !== 0) throw new NoEmbeddedDatabase(made.error?.message ?? made.stderr.trim());
    renameSync(making, data);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(path.join(data, "PG_VERSION"))) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function launch({ home, data, socket, as, bin }: Place): ChildProcess {
  const log = openSync(path.join(home, "server.log"), "a");
  const settings = {
    listen_addresses: "",
    unix_socket_directories: socket,
    unix_socket_permissions: "0700",
    shared_buffers: "128MB",
    max_connections: "120",
    dynamic_shared_memory_type: existsSync("/dev/shm") ? "posix" : "mmap",
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(path.join(bin, "postgres"), ["-D", data, ...options], { ...as, cwd: "/", detached: true, stdio: ["ignore", log, log] });
  server.unref();
  return server;
}

const clientOf = ({ socket, password }: Place, name: string) =>
  new pg.Client({ host: socket, port, user, password, database: name, application_name: "meridian launcher", connectionTimeoutMillis: 2000 });

async function answers(place: Place): Promise<boolean> {
  const client = clientOf(place, "postgres");
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits for the server, launching one whenever none is being started: it may be ours, or one that a killed process left behind. */
async function running(place: Place): Promise<void> {
  const deadline = Date.now() + startTimeout;
  let server: ChildProcess | undefined;
  while (!(await answers(place))) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start; see ${path.join(place.home, "server.log")}`);
    // An exit means that another server holds the folder, or that the old one's memory was not gone yet: look again, then retry.
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) server = launch(place);
    await wait(server.exitCode === null ? 25 : 100);
  }
}

async function createDatabase(place: Place): Promise<void> {
  const client = clientOf(place, "postgres");
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } catch (error) {
    // Another process was faster.
    if (!["42P04", "23505"].includes((error as { code?: string }).code ?? "")) throw error;
  } finally {
    await client.end();
  }
}

/** True while a process of ours other than this one is connected. */
async function isShared(place: Place): Promise<boolean> {
  const client = clientOf(place, database);
  try {
    await client.connect();
    const { rows } = await client.query<{ others: number }>(
      "select count(*)::int as others from pg_stat_activity where datname = $1 and pid <> pg_backend_pid() and application_name like 'meridian%'",
      [database],
    );
    return rows[0]!.others > 0;
  } catch {
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Starts PostgreSQL from its npm package, with its files in `<dataFolder>/postgres`, reachable only through a socket in a private
 * folder and only with a generated password. A server that an earlier process left running is taken over.
 * @throws {NoEmbeddedDatabase} where there is no such package or it does not run
 */
export async function startEmbeddedPostgres({ dataFolder, log }: { dataFolder: string; log: Logger }): Promise<EmbeddedPostgres> {
  const place = prepare(dataFolder, log);
  initialise(place);
  await running(place);
  await createDatabase(place);
  let starting: Promise<void> | undefined;
  let watch: NodeJS.Timeout | undefined;

  function ensureRunning(): Promise<void> {
    starting ??= running(place).finally(() => {
      starting = undefined;
    });
    return starting;
  }
  function isAlive(): boolean {
    try {
      process.kill(Number(readFileSync(path.join(place.data, "postmaster.pid"), "utf8").split("\n", 1)[0]), 0);
      return true;
    } catch {
      return false;
    }
  }

  return {
    connection: { host: place.socket, port, user, password: place.password, database },
    ensureRunning,
    keepRunning() {
      watch = setInterval(() => {
        if (!isAlive()) ensureRunning().catch((error: unknown) => log.error({ err: error }, "PostgreSQL does not start again"));
      }, watchEvery);
      watch.unref();
    },
    async stop() {
      clearInterval(watch);
      if (await isShared(place)) return;
      const pid = Number(readFileSync(path.join(place.data, "postmaster.pid"), "utf8").split("\n", 1)[0]);
      process.kill(pid, "SIGINT");
      for (let tries = 0; tries < 400 && isAlive(); tries += 1) await wait(25);
    },
  };
}
