/** Starts and stops the PostgreSQL server process of a cluster; safe against concurrent processes. */
import { spawn } from "node:child_process";
import { lstat, mkdir, open, readFile, rename, stat, statfs } from "node:fs/promises";
import { connect } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { megabytes } from "#kit/format.ts";
import { chownTo, isWindows, accountOptions, runFile } from "./account.server.ts";
import { programPath } from "./binary.server.ts";
import { markLeakproof } from "#server/postgres/leakproof.server.ts";
import { type Cluster, serverEnvironment, superuser } from "./cluster.server.ts";
import { clearAfterCrash, findFreePort, isServer } from "./leftovers.server.ts";

const maxLogBytes = megabytes(10);
/** ms that a start or a stop of the server may take. */
const responseLimit = 60_000;
/** ms that a crash recovery may take. */
const recoveryLimit = 15 * 60_000;

/** A server process that we started. `failure`: PostgreSQL's message; undefined also when the process ended because another server runs. */
type Launch = { hasEnded: boolean; failure: string | undefined };

/**
 * Connects to the cluster's server, starting it if necessary. Any number of processes may call this at once: PostgreSQL's lock file lets only one
 * server run, to which all of them connect.
 * @returns an open connection of the application's role to its database.
 * @throws Error with PostgreSQL's message when the server cannot start, when it refuses the password, when it takes too long, and when `cancelled`
 *   aborts.
 */
export async function connectOrLaunch(cluster: Cluster, cancelled: AbortSignal): Promise<pg.Client> {
  const startedAt = Date.now();
  let launch: Launch | undefined;
  let isProvisioned = false;
  for (let delayMs = 10; ; delayMs = Math.min(delayMs * 1.3, 250)) {
    if (isWindows) await setPort(cluster);
    const outcome = await tryConnecting(cluster);
    if (outcome instanceof pg.Client) return outcome;
    if (outcome === "no such role or database" && !isProvisioned) {
      await provision(cluster);
      isProvisioned = true;
      continue;
    }
    if (outcome === "no such role or database") {
      throw new Error(`The embedded database refuses the password in ${join(cluster.dataFolder, "../password")}.`);
    }
    if (launch?.failure !== undefined) throw new Error(`PostgreSQL did not start: ${launch.failure}`);
    if (outcome === "silent" && (launch === undefined || launch.hasEnded)) {
      await clearAfterCrash(cluster);
      launch = await launchServer(cluster);
    }
    if (Date.now() - startedAt > (outcome === "busy" ? recoveryLimit : responseLimit)) {
      throw new Error(`PostgreSQL did not answer in time; see ${cluster.logFile}`);
    }
    await delay(delayMs, undefined, { signal: cancelled });
  }
}

/** The server's process id according to its lock file; 0 without a lock file. */
export async function readServerPid(cluster: Cluster): Promise<number> {
  return Number((await readLockFile(cluster))[0]);
}

/** Whether the server accepts connections. Needs a new connection, because open sessions survive a killed server for a moment. */
export function isListening({ connection: { host, port } }: Cluster): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(isWindows ? { host, port } : { path: join(host, `.s.PGSQL.${port}`) });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Shuts the server down ("fast": open transactions are rolled back) and waits until its files are closed. */
export async function shutDown(cluster: Cluster): Promise<void> {
  if (isWindows) {
    // A signal would kill the server outright on Windows.
    const stop = ["stop", "--mode=fast", "--wait", "-D", cluster.dataFolder];
    await runFile(programPath(cluster.binaries, "pg_ctl"), stop, { env: serverEnvironment() });
    return;
  }
  const pid = await readServerPid(cluster);
  if (!(await isServer(cluster, pid))) return;
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + responseLimit;
  // The lock file disappears shortly before the process.
  while (await isServer(cluster, pid)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop; see ${cluster.logFile}`);
    await delay(10);
  }
}

/** Tries to connect once. "busy": the server is starting, recovering or stopping; "silent": no server is running. Throws on any other error. */
async function tryConnecting(cluster: Cluster): Promise<pg.Client | "busy" | "silent" | "no such role or database"> {
  const client = new pg.Client({ ...cluster.connection, connectionTimeoutMillis: 5_000 });
  // Without a listener, a dying server would end this process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await markLeakproofIn(cluster);
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    if (!(error instanceof Error)) throw error;
    const code = "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ECONNREFUSED" || code === "EADDRNOTAVAIL") return "silent";
    // 3D000: no such database; 28P01: wrong password or unknown role.
    if (code === "3D000" || code === "28P01") return "no such role or database";
    // 57P01 to 57P03: starting or stopping; 53300: no free connection; no code: the connection broke or timed out.
    if (code === undefined || /^(57P0|53300|ECONNRESET|EPIPE)/.test(String(code))) return "busy";
    throw error;
  }
}

/**
 * Creates the database and the role that owns it. The role is no superuser, so that a mistake in the application's SQL cannot run programs or read
 * files through the server; migrations create the role with fewer rights that requests use.
 */
async function provision(cluster: Cluster): Promise<void> {
  const { user, password, database } = cluster.connection;
  await asSuperuser(cluster, "postgres", async (admin) => {
    await admin.query("select pg_advisory_lock(hashtext('meridian provision'))");
    if ((await admin.query("select from pg_roles where rolname = $1", [user])).rowCount === 0) {
      await admin.query(`create role ${user} login createrole password ${admin.escapeLiteral(password)}`);
      await admin.query(`grant pg_monitor to ${user}`);
    }
    if ((await admin.query("select from pg_database where datname = $1", [database])).rowCount === 0) {
      // In the template database, so that every new database inherits the marks; under the lock, because concurrent changes fail.
      await asSuperuser(cluster, "template1", markLeakproof);
      await admin.query(`create database ${database} owner ${user}`);
    }
  });
}

/** Runs on each start, because a newer version of the program may add comparisons; under a lock, because concurrent changes fail. */
function markLeakproofIn(cluster: Cluster): Promise<void> {
  return asSuperuser(cluster, cluster.connection.database, async (admin) => {
    await admin.query("select pg_advisory_lock(hashtext('meridian provision'))");
    await markLeakproof(admin);
  });
}

async function asSuperuser(
  cluster: Cluster,
  database: string,
  work: (admin: pg.Client) => Promise<unknown>,
): Promise<void> {
  const admin = new pg.Client({ ...cluster.connection, user: superuser, database });
  admin.on("error", () => undefined);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end().catch(() => undefined);
  }
}

async function launchServer(cluster: Cluster): Promise<Launch> {
  if (!isWindows) await prepareSocketFolder(cluster);
  const settings = await buildServerSettings(cluster);
  const logStart = await rotateLog(cluster.logFile);
  await using log = await open(cluster.logFile, "a", 0o600);
  const [command, args] = isWindows
    ? // PostgreSQL refuses to run with an administrator's rights, which only pg_ctl can drop.
      (["pg_ctl", ["start", "-w", "-D", cluster.dataFolder, "-o", settings.join(" ")]] as const)
    : (["postgres", ["-D", cluster.dataFolderArgument, ...settings]] as const);
  const child = spawn(programPath(cluster.binaries, command), args, {
    ...accountOptions(cluster.account),
    cwd: cluster.dataFolder,
    env: serverEnvironment(),
    stdio: ["ignore", log.fd, log.fd],
    // In its own session, so that Ctrl-C in the terminal reaches only the application, which then stops the server gracefully.
    detached: true,
    windowsHide: true,
  });
  const launch: Launch = { hasEnded: false, failure: undefined };
  child.once("error", (error) => Object.assign(launch, { hasEnded: true, failure: error.message }));
  child.once("exit", async (status) => {
    const failure = status === 0 ? undefined : await readFatalMessage(cluster.logFile, logStart, child.pid);
    Object.assign(launch, { hasEnded: true, failure });
  });
  child.unref();
  return launch;
}

/** Settings for the command line, which override postgresql.conf. No setting reduces durability. */
async function buildServerSettings(cluster: Cluster): Promise<string[]> {
  const { host, port } = cluster.connection;
  const addressSettings = isWindows
    ? [`port=${port}`, "listen_addresses=127.0.0.1"]
    : [`port=${port}`, "listen_addresses=", `unix_socket_directories=${host}`, "unix_socket_permissions=0700"];
  const otherSettings = [
    // Several processes may use the server, each with up to DATABASE_POOL connections.
    "max_connections=200",
    "logging_collector=off",
    "log_line_prefix=%m [%p] ",
    ...memorySettings(availableMemory()),
  ];
  if (process.platform === "linux") otherSettings.push(`dynamic_shared_memory_type=${await chooseSharedMemory()}`);
  return [...addressSettings, ...otherSettings].flatMap((setting) => [
    "-c",
    isWindows ? setting.replaceAll(" ", "\\ ") : setting,
  ]);
}

/** Memory that this process may use, in bytes: the container's limit, else the machine's memory. */
const availableMemory = () => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/**
 * Shared buffers get an eighth of the memory (128 MB to 2 GB), which leaves enough for the program and the system's page cache. The other settings
 * suit an SSD and short queries, for which JIT compilation costs more time than it saves.
 */
function memorySettings(bytes: number): string[] {
  const inMegabytes = (size: number) => `${Math.round(size / megabytes(1))}MB`;
  return [
    `shared_buffers=${inMegabytes(Math.min(Math.max(bytes / 8, megabytes(128)), 2 ** 31))}`,
    `effective_cache_size=${inMegabytes(bytes / 2)}`,
    "random_page_cost=1.1",
    "max_wal_size=2GB",
    "jit=off",
  ];
}

/** "mmap" uses files. Containers often have only 64 MB of /dev/shm ("posix"), which one parallel query can exhaust. */
async function chooseSharedMemory(): Promise<"posix" | "mmap"> {
  const device = await statfs("/dev/shm").catch(() => undefined);
  return device !== undefined && device.blocks * device.bsize >= megabytes(256) ? "posix" : "mmap";
}

async function prepareSocketFolder({ connection, account }: Cluster): Promise<void> {
  await mkdir(connection.host, { recursive: true, mode: 0o700 });
  const stats = await lstat(connection.host);
  const ownUid = process.getuid?.();
  const isTrusted = stats.isDirectory() && (stats.uid === ownUid || stats.uid === account?.uid);
  if (!isTrusted || (stats.mode & 0o077) !== 0) throw new Error(`${connection.host} belongs to somebody else`);
  if (stats.uid === ownUid) await chownTo(account, connection.host);
}

/** Starts a new log file when the current one is too long. Returns the offset in bytes at which new lines will begin. */
async function rotateLog(logFile: string): Promise<number> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size < maxLogBytes) return size;
  await rename(logFile, `${logFile}.1`).catch(() => undefined);
  return 0;
}

/** The server's last error message in the log after the offset `from`; undefined when it ended because another server is running. */
async function readFatalMessage(logFile: string, from: number, pid: number | undefined): Promise<string | undefined> {
  const logText = (await readFile(logFile, "utf8").catch(() => "")).slice(from);
  const lines = logText.split("\n").filter((line) => isWindows || line.includes(`[${pid}]`) || !/ \[\d+\] /.test(line));
  const fatal = lines.find((line) => /FATAL:|PANIC:/.test(line)) ?? lines.findLast((line) => line.trim() !== "");
  if (fatal === undefined || /lock file ".*" (already exists|is empty)|shared memory block/.test(fatal))
    return undefined;
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, "");
}

/** Sets the port on Windows: that of the running server, which is in its lock file, else a free one. */
async function setPort(cluster: Cluster): Promise<void> {
  const serverPort = Number((await readLockFile(cluster))[3]);
  if (serverPort > 0) cluster.connection.port = serverPort;
  else if (cluster.connection.port === 0) cluster.connection.port = await findFreePort();
}

async function readLockFile(cluster: Cluster): Promise<string[]> {
  return (await readFile(join(cluster.dataFolder, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
}
