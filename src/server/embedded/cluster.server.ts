/**
 * The files of the embedded PostgreSQL below `<dataDir>/postgres`:
 *
 *     password     the generated secret, readable by us only
 *     cluster/     the database itself (what PostgreSQL calls its data directory)
 *     run/         the socket, unless the path is too long or closed to the server (then a folder below /tmp)
 *     server.log   what PostgreSQL says; the previous 10 MB are in server.log.1
 *     binaries/    a copy of the programs, only when the installed ones cannot be used in place
 *     init-*       a cluster being made; it becomes `cluster` by rename
 */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, mkdtemp, open, readFile, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  type Account,
  EmbeddedPostgresUnavailable,
  canEnter,
  errorCode,
  chownTo,
  onWindows,
  runAs,
  runFile,
  serverAccount,
} from "./account.server.ts";
import { program, usableBinaries } from "./binary.server.ts";

/** How to reach the server with `pg`. `host` is a socket folder, except on Windows, which uses 127.0.0.1. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: "meridian";
  /** Stated, because `pg` would otherwise take PGSSLMODE from the environment. */
  ssl: false;
};

export type Cluster = {
  readonly account: Account | undefined;
  readonly binaries: string;
  readonly connection: EmbeddedConnection;
  /** Real path of PostgreSQL's data directory. */
  readonly dataFolder: string;
  /** The data directory as the server's account has to name it when its working directory is `dataFolder`. */
  readonly dataFolderArgument: string;
  readonly logFile: string;
};

/** The superuser that initdb makes. It only creates the role and the database; the application never uses it. */
export const superuser = "postgres";

const maxSocketFolderLength = 88; // macOS allows 103 bytes including "/.s.PGSQL.5432"

/**
 * Opens the database files in `<dataDir>/postgres`, making them first when there are none. Several processes may do
 * so at once: each prepares a cluster of its own, the first rename wins, and all share one password.
 * @throws EmbeddedPostgresUnavailable when PostgreSQL cannot run on this machine.
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const home = await openHome(resolve(dataDir, "postgres"));
  const dataFolder = join(home, "cluster");
  const account = await serverAccount(dataFolder);
  const reachable = await canEnter(home, account);
  const binaries = await usableBinaries({ account, copyParents: copyParents(home, reachable) });

  const passwordFile = join(home, "password");
  if ((await isInitialised(dataFolder)) && !(await exists(passwordFile))) {
    throw new Error(`The password of the embedded database is missing; restore ${passwordFile} from a backup.`);
  }
  const password = await secret(passwordFile);
  const cluster: Cluster = {
    account,
    binaries,
    connection: { ...address(home, reachable, password), user: "meridian", password, database: "meridian", ssl: false },
    dataFolder,
    dataFolderArgument: dataFolderArgument(dataFolder, reachable),
    logFile: join(home, "server.log"),
  };
  await removeAbandonedInits(home);
  if (!(await isInitialised(dataFolder))) await initialise(home, cluster);
  return cluster;
}

/**
 * Environment of the PostgreSQL programs. Only what they need: the application's own variables hold secrets, and
 * PGPORT, PGDATA and the like would silently change what is started.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  if (onWindows) {
    return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith("PG")));
  }
  const { PATH, TZ } = process.env;
  return { LC_ALL: "C", ...(PATH === undefined ? {} : { PATH }), ...(TZ === undefined ? {} : { TZ }) };
}

async function openHome(home: string): Promise<string> {
  await mkdir(dirname(home), { recursive: true }); // apart, or the mode below would apply to it as well
  await mkdir(home, { recursive: true, mode: 0o700 });
  // Root keeps the folder (and the password) private; the server's account may only traverse it.
  if (process.getuid?.() === 0 && (await stat(home)).uid === 0) await chmod(home, 0o711);
  return realpath(home);
}

function copyParents(home: string, reachable: boolean): string[] {
  const uid = process.getuid?.();
  const shared = uid === undefined ? [] : [`/tmp/meridian-cache-${uid}`];
  // The temporary folder comes last: systems delete old files in it, even of a running server.
  if (uid === 0) shared.unshift("/var/cache/meridian");
  return reachable ? [join(home, "binaries"), ...shared] : shared;
}

function address(home: string, reachable: boolean, password: string): { host: string; port: number } {
  if (onWindows) return { host: "127.0.0.1", port: 0 }; // the port is chosen when the server starts
  const run = join(home, "run");
  if (reachable && Buffer.byteLength(run) <= maxSocketFolderLength) return { host: run, port: 5432 };
  // An unpredictable name, which nobody can occupy; a copy of the data folder elsewhere gets a different one.
  const name = createHmac("sha256", password).update(home).digest("hex").slice(0, 16);
  return { host: `/tmp/meridian-${name}`, port: 5432 };
}

function dataFolderArgument(dataFolder: string, reachable: boolean): string {
  if (reachable) return dataFolder;
  // Below root's own 0700 home the server's account cannot access its files by name, but it is started inside them, and on Linux a process can access
  // its working directory without traversing its parents.
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new EmbeddedPostgresUnavailable(`PostgreSQL cannot run as root and no other account can reach ${dataFolder}`);
}

/** Reads the secret, generating it first if necessary; of several processes that generate one, the first wins. */
async function secret(file: string): Promise<string> {
  if (!(await exists(file))) {
    const draft = `${file}.${randomUUID()}`;
    await writeDurably(draft, randomBytes(32).toString("hex"));
    try {
      await link(draft, file);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }
  return (await readFile(file, "utf8")).trim();
}

async function initialise(home: string, cluster: Cluster): Promise<void> {
  const workshop = await mkdtemp(join(home, `init-${process.pid}-`));
  const draft = join(workshop, "cluster");
  const passwordFile = join(workshop, "password");
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeDurably(passwordFile, cluster.connection.password);
    for (const path of [draft, passwordFile, workshop]) await chownTo(cluster.account, path);
    await runFile(
      program(cluster.binaries, "initdb"),
      [
        `--pgdata=${cluster.dataFolderArgument === cluster.dataFolder ? draft : cluster.dataFolderArgument}`,
        `--username=${superuser}`,
        "--pwfile=../password",
        "--auth=scram-sha-256",
        "--data-checksums",
        "--encoding=UTF8",
        ...localeArguments(),
        "--no-instructions",
      ],
      { ...runAs(cluster.account), cwd: draft, env: serverEnvironment() },
    );
    await rename(draft, cluster.dataFolder);
    await syncFolder(home);
  } catch (error) {
    if (await isInitialised(cluster.dataFolder)) return; // another process was first
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new EmbeddedPostgresUnavailable(`PostgreSQL could not create its files in ${home} (${stderr})`, {
      cause: error,
    });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/**
 * PostgreSQL's own C.UTF-8 sorts by code point wherever it runs and cannot change under the indexes with an update of
 * the C library. The system's character classes stay in use by pg_trgm, which needs a UTF-8 locale to see Chinese.
 */
function localeArguments(): string[] {
  const builtin = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  if (process.platform === "linux") return [...builtin, "--locale=C.UTF-8"];
  return [...builtin, "--locale=C", `--lc-ctype=${onWindows ? "en-US" : "UTF-8"}`];
}

/** Removes the remains of processes that were killed during initdb. */
async function removeAbandonedInits(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /^init-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(home, name), { recursive: true, force: true });
  }
}

/** Does a process (of anyone) have this id? A process that has ended but was not collected counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function isInitialised(dataFolder: string): Promise<boolean> {
  return exists(join(dataFolder, "PG_VERSION"));
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Written through to the disk: a power cut must not leave a cluster whose password was never stored. */
async function writeDurably(file: string, text: string): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
}

async function syncFolder(folder: string): Promise<void> {
  if (onWindows) return;
  await using handle = await open(folder, "r");
  await handle.sync();
}
