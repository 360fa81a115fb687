/** Starts and stops the PostgreSQL server process of a cluster; safe against concurrent processes. */
import { spawn } from "node:child_process";
import { lstat, mkdir, open, readFile, rename, stat, statfs } from "node:fs/promises";
import { connect } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { megabytes } from "#kit/format.ts";
import { chownTo, onWindows, runAs, runFile } from "./account.server.ts";
import { program } from "./binary.server.ts";
import { trustComparisons } from "#server/postgres/leakproof.server.ts";
import { type Cluster, serverEnvironment, superuser } from "./cluster.server.ts";
import { clearAfterCrash, freePort, isServer } from "./leftovers.server.ts";

const maxLogBytes = megabytes(10);
/** ms without a response after which the server is given up. */
const silenceLimit = 60_000;
/** Maximum time for crash recovery, ms. */
const recoveryLimit = 15 * 60_000;

type Launch = { hasEnded: boolean; failure: string | undefined };

/**
 * Connects to the cluster's server, starting it when nobody has. Safe to call from any number of processes at once:
 * PostgreSQL's own lock file lets one server live, and everyone connects to that one.
 * @returns an open connection of the application's role to its database.
 * @throws Error with PostgreSQL's own words when the server cannot start or refuses the password, and the reason of
 *   `cancelled` when that comes first.
 */
export async function connectOrLaunch(cluster: Cluster, cancelled: AbortSignal): Promise<pg.Client> {
  const startedAt = Date.now();
  let launch: Launch | undefined;
  let provisioned = false;
  for (let pause = 10; ; pause = Math.min(pause * 1.3, 250)) {
    if (onWindows) await agreeOnPort(cluster);
    const answer = await knock(cluster);
    if (answer instanceof pg.Client) return answer;
    if (answer === "no such role or database" && !provisioned) {
      await provision(cluster);
      provisioned = true;
      continue;
    }
    if (answer === "no such role or database") {
      throw new Error(`The embedded database refuses the password in ${join(cluster.dataFolder, "../password")}.`);
    }
    if (launch?.failure !== undefined) throw new Error(`PostgreSQL did not start: ${launch.failure}`);
    if (answer === "silent" && (launch === undefined || launch.hasEnded)) {
      await clearAfterCrash(cluster);
      launch = await launchServer(cluster);
    }
    if (Date.now() - startedAt > (answer === "busy" ? recoveryLimit : silenceLimit)) {
      throw new Error(`PostgreSQL did not answer in time; see ${cluster.logFile}`);
    }
    await delay(pause, undefined, { signal: cancelled });
  }
}

/** Process id of the running server, as its lock file has it. */
export async function serverPid(cluster: Cluster): Promise<number> {
  return Number((await lockFileLines(cluster))[0]);
}

/** Whether the server accepts connections. Open sessions do not tell: they survive their killed server for a moment. */
export function isListening({ connection: { host, port } }: Cluster): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(onWindows ? { host, port } : { path: join(host, `.s.PGSQL.${port}`) });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Shuts the server down ("fast": open transactions are rolled back) and waits until its files are closed. */
export async function shutDown(cluster: Cluster): Promise<void> {
  if (onWindows) {
    // A signal would kill the server outright on Windows.
    const stop = ["stop", "--mode=fast", "--wait", "-D", cluster.dataFolder];
    await runFile(program(cluster.binaries, "pg_ctl"), stop, { env: serverEnvironment() });
    return;
  }
  const pid = await serverPid(cluster);
  if (!(await isServer(cluster, pid))) return;
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + silenceLimit;
  // The lock file disappears shortly before the process.
  while (await isServer(cluster, pid)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop; see ${cluster.logFile}`);
    await delay(10);
  }
}

/** One attempt to connect. "busy": the server is starting, recovering or stopping; "silent": there is none. Throws on any other error. */
async function knock(cluster: Cluster): Promise<pg.Client | "busy" | "silent" | "no such role or database"> {
  const client = new pg.Client({ ...cluster.connection, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined); // without a listener a dying server would end this process
  try {
    await client.connect();
    await trustComparisonsIn(cluster);
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    if (!(error instanceof Error)) throw error;
    const code = "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ECONNREFUSED" || code === "EADDRNOTAVAIL") return "silent";
    // 3D000 no such database, 28P01 wrong password (also said for an unknown role).
    if (code === "3D000" || code === "28P01") return "no such role or database";
    // 57P01..57P03 starting or stopping, 53300 no free connection; without a code the connection broke or hung.
    if (code === undefined || /^(57P0|53300|ECONNRESET|EPIPE)/.test(String(code))) return "busy";
    throw error;
  }
}

/**
 * Creates the role that owns the database. It is no superuser, so that a mistake in the application's SQL cannot run
 * programs or read files through the server; the migrations create the narrower role for requests.
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
      // In the template database, so that every database has them; under the lock, because two at once fail.
      await asSuperuser(cluster, "template1", trustComparisons);
      await admin.query(`create database ${database} owner ${user}`);
    }
  });
}

/** On each start, because a newer version of the program may add comparisons. One at a time, because two at once fail. */
function trustComparisonsIn(cluster: Cluster): Promise<void> {
  return asSuperuser(cluster, cluster.connection.database, async (admin) => {
    await admin.query("select pg_advisory_lock(hashtext('meridian provision'))");
    await trustComparisons(admin);
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
  if (!onWindows) await prepareSocketFolder(cluster);
  const settings = await serverSettings(cluster);
  const logStart = await rotateLog(cluster.logFile);
  await using log = await open(cluster.logFile, "a", 0o600);
  const [command, args] = onWindows
    ? // Only pg_ctl can drop an administrator's rights, with which PostgreSQL refuses to run.
      (["pg_ctl", ["start", "-w", "-D", cluster.dataFolder, "-o", settings.join(" ")]] as const)
    : (["postgres", ["-D", cluster.dataFolderArgument, ...settings]] as const);
  const child = spawn(program(cluster.binaries, command), args, {
    ...runAs(cluster.account),
    cwd: cluster.dataFolder,
    env: serverEnvironment(),
    stdio: ["ignore", log.fd, log.fd],
    // Its own session: Ctrl-C in the terminal must reach the application, which then stops the server in order.
    detached: true,
    windowsHide: true,
  });
  const launch: Launch = { hasEnded: false, failure: undefined };
  child.once("error", (error) => Object.assign(launch, { hasEnded: true, failure: error.message }));
  child.once("exit", async (status) => {
    const failure = status === 0 ? undefined : await fatalMessage(cluster.logFile, logStart, child.pid);
    Object.assign(launch, { hasEnded: true, failure });
  });
  child.unref();
  return launch;
}

/** Settings on the command line, so that they override postgresql.conf. Durability is not touched. */
async function serverSettings(cluster: Cluster): Promise<string[]> {
  const { host, port } = cluster.connection;
  const where = onWindows
    ? [`port=${port}`, "listen_addresses=127.0.0.1"]
    : [`port=${port}`, "listen_addresses=", `unix_socket_directories=${host}`, "unix_socket_permissions=0700"];
  const serverArguments = [
    "max_connections=100",
    "logging_collector=off",
    "log_line_prefix=%m [%p] ",
    ...memorySettings(memory()),
  ];
  if (process.platform === "linux") serverArguments.push(`dynamic_shared_memory_type=${await sharedMemory()}`);
  return [...where, ...serverArguments].flatMap((setting) => [
    "-c",
    onWindows ? setting.replaceAll(" ", "\\ ") : setting,
  ]);
}

/** Memory that this process may use, in bytes: the container's limit, else the machine's memory. */
const memory = () => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/**
 * An eighth of the memory for PostgreSQL's shared buffers, leaving room for the program and the system's page cache; the rest tells the planner that
 * the disk is an SSD and that JIT compilation costs more than it saves.
 */
function memorySettings(bytes: number): string[] {
  const inMegabytes = (part: number) => `${Math.round(part / megabytes(1))}MB`;
  return [
    `shared_buffers=${inMegabytes(Math.min(Math.max(bytes / 8, megabytes(128)), 2 ** 31))}`,
    `effective_cache_size=${inMegabytes(bytes / 2)}`,
    "random_page_cost=1.1",
    "max_wal_size=2GB",
    "jit=off",
  ];
}

/** Containers often have 64 MB of /dev/shm, which one parallel query can exhaust; files do instead. */
async function sharedMemory(): Promise<"posix" | "mmap"> {
  const device = await statfs("/dev/shm").catch(() => undefined);
  return device !== undefined && device.blocks * device.bsize >= megabytes(256) ? "posix" : "mmap";
}

async function prepareSocketFolder({ connection, account }: Cluster): Promise<void> {
  await mkdir(connection.host, { recursive: true, mode: 0o700 });
  const stats = await lstat(connection.host);
  const self = process.getuid?.();
  const isTrusted = stats.isDirectory() && (stats.uid === self || stats.uid === account?.uid);
  if (!isTrusted || (stats.mode & 0o077) !== 0) throw new Error(`${connection.host} belongs to somebody else`);
  if (stats.uid === self) await chownTo(account, connection.host);
}

/** Starts a new log when the last has grown too long. Returns where new lines will begin, bytes. */
async function rotateLog(logFile: string): Promise<number> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size < maxLogBytes) return size;
  await rename(logFile, `${logFile}.1`).catch(() => undefined);
  return 0;
}

/** The server's log output before it exited; undefined when it only found another server running, which will respond instead. */
async function fatalMessage(logFile: string, from: number, pid: number | undefined): Promise<string | undefined> {
  const logText = (await readFile(logFile, "utf8").catch(() => "")).slice(from);
  const lines = logText.split("\n").filter((line) => onWindows || line.includes(`[${pid}]`) || !/ \[\d+\] /.test(line));
  const fatal = lines.find((line) => /FATAL:|PANIC:/.test(line)) ?? lines.findLast((line) => line.trim() !== "");
  if (fatal === undefined || /lock file ".*" (already exists|is empty)|shared memory block/.test(fatal))
    return undefined;
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, "");
}

/** On Windows the server listens on a free port; its lock file tells the other processes which. */
async function agreeOnPort(cluster: Cluster): Promise<void> {
  const recorded = Number((await lockFileLines(cluster))[3]);
  if (recorded > 0) cluster.connection.port = recorded;
  else if (cluster.connection.port === 0) cluster.connection.port = await freePort();
}

async function lockFileLines(cluster: Cluster): Promise<string[]> {
  return (await readFile(join(cluster.dataFolder, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
}
