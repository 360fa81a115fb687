/**
 * The files of the embedded PostgreSQL below `<dataDir>/postgres`:
 *
 *     password     the generated password, readable by the program's account only
 *     cluster/     PostgreSQL's data directory
 *     run/         the socket, unless the path is too long or closed to the server (then a folder below /tmp)
 *     server.log   PostgreSQL's log; the previous 10 MB are in server.log.1
 *     binaries/    a copy of the programs, only when the installed ones cannot be used in place
 *     init-*       a cluster that initdb is creating; it becomes `cluster` by rename
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
  isWindows,
  accountOptions,
  runFile,
  findServerAccount,
} from "./account.server.ts";
import { programPath, findUsableBinaries } from "./binary.server.ts";

/** How to reach the server with `pg`. `host` is a socket folder, except on Windows, which uses 127.0.0.1. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: "meridian";
  /** Set explicitly, because `pg` would otherwise read PGSSLMODE from the environment. */
  ssl: false;
};

export type Cluster = {
  readonly account: Account | undefined;
  readonly binaries: string;
  readonly connection: EmbeddedConnection;
  /** Real path of PostgreSQL's data directory. */
  readonly dataFolder: string;
  /** The path of the data directory for a process of the server's account whose working directory is `dataFolder`. */
  readonly dataFolderArgument: string;
  readonly logFile: string;
};

/** The superuser that initdb creates. It is used only to set up the role and the database. */
export const superuser = "postgres";

/** Bytes. macOS allows 103 for the whole path, including "/.s.PGSQL.5432". */
const maxSocketFolderLength = 88;

/**
 * Opens the database files in `<dataDir>/postgres`, creating them first when there are none. Several processes may do so at once: each creates its
 * own cluster, the first rename wins, and all share one password.
 * @throws EmbeddedPostgresUnavailable when PostgreSQL cannot run on this machine.
 * @throws Error when the cluster exists and its password file does not.
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const home = await openHome(resolve(dataDir, "postgres"));
  const dataFolder = join(home, "cluster");
  const account = await findServerAccount(dataFolder);
  const isReachable = await canEnter(home, account);
  const binaries = await findUsableBinaries({ account, copyParents: listCopyParents(home, isReachable) });

  const passwordFile = join(home, "password");
  if ((await isInitialised(dataFolder)) && !(await pathExists(passwordFile))) {
    throw new Error(`The password of the embedded database is missing; restore ${passwordFile} from a backup.`);
  }
  const password = await readOrCreateSecret(passwordFile);
  const cluster: Cluster = {
    account,
    binaries,
    connection: {
      ...resolveAddress(home, isReachable, password),
      user: "meridian",
      password,
      database: "meridian",
      ssl: false,
    },
    dataFolder,
    dataFolderArgument: dataFolderArgument(dataFolder, isReachable),
    logFile: join(home, "server.log"),
  };
  await removeAbandonedInits(home);
  if (!(await isInitialised(dataFolder))) await initialise(home, cluster);
  return cluster;
}

/**
 * The environment of the PostgreSQL programs, with only the variables that they need: the application's own variables contain secrets, and PGPORT,
 * PGDATA and the like would silently change which server is started.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  if (isWindows) {
    return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith("PG")));
  }
  const { PATH, TZ } = process.env;
  return { LC_ALL: "C", ...(PATH === undefined ? {} : { PATH }), ...(TZ === undefined ? {} : { TZ }) };
}

/** Creates the private folder of all files listed above. Returns its real path. */
async function openHome(home: string): Promise<string> {
  // In a call of its own, because the mode of the next call must not apply to the data folder.
  await mkdir(dirname(home), { recursive: true });
  await mkdir(home, { recursive: true, mode: 0o700 });
  // Root keeps the folder (and the password) private; the server's account may only traverse it.
  if (process.getuid?.() === 0 && (await stat(home)).uid === 0) await chmod(home, 0o711);
  return realpath(home);
}

/** Folders in which a copy of the binaries may be stored, in order of preference. */
function listCopyParents(home: string, isReachable: boolean): string[] {
  const uid = process.getuid?.();
  const shared = uid === undefined ? [] : [`/tmp/meridian-cache-${uid}`];
  // The temporary folder is last: systems delete old files in it, even those of a running server.
  if (uid === 0) shared.unshift("/var/cache/meridian");
  return isReachable ? [join(home, "binaries"), ...shared] : shared;
}

function resolveAddress(home: string, isReachable: boolean, password: string): { host: string; port: number } {
  if (isWindows) return { host: "127.0.0.1", port: 0 }; // the port is chosen when the server starts
  const run = join(home, "run");
  if (isReachable && Buffer.byteLength(run) <= maxSocketFolderLength) return { host: run, port: 5432 };
  // The name is unpredictable, so that nobody else can create the folder first, and differs for a copy of the data folder in another place.
  const name = createHmac("sha256", password).update(home).digest("hex").slice(0, 16);
  return { host: `/tmp/meridian-${name}`, port: 5432 };
}

function dataFolderArgument(dataFolder: string, isReachable: boolean): string {
  if (isReachable) return dataFolder;
  // Inside a private folder of root, the server's account cannot access its files by path. But it starts with the data folder as working directory,
  // which a Linux process can access without traversing the parents.
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new EmbeddedPostgresUnavailable(`PostgreSQL cannot run as root and no other account can reach ${dataFolder}`);
}

/** Reads the secret, generating it first if necessary; if several processes generate one, the first `link` wins. */
async function readOrCreateSecret(file: string): Promise<string> {
  if (!(await pathExists(file))) {
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
  const initFolder = await mkdtemp(join(home, `init-${process.pid}-`));
  const draft = join(initFolder, "cluster");
  const passwordFile = join(initFolder, "password");
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeDurably(passwordFile, cluster.connection.password);
    for (const path of [draft, passwordFile, initFolder]) await chownTo(cluster.account, path);
    await runFile(
      programPath(cluster.binaries, "initdb"),
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
      { ...accountOptions(cluster.account), cwd: draft, env: serverEnvironment() },
    );
    await rename(draft, cluster.dataFolder);
    await syncFolder(home);
  } catch (error) {
    // Another process was faster.
    if (await isInitialised(cluster.dataFolder)) return;
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new EmbeddedPostgresUnavailable(`PostgreSQL could not create its files in ${home} (${stderr})`, {
      cause: error,
    });
  } finally {
    await rm(initFolder, { recursive: true, force: true });
  }
}

/**
 * PostgreSQL's builtin C.UTF-8 sorts by code point on every system, so that an update of the C library cannot corrupt indexes. pg_trgm uses the
 * system's character classes, and recognises Chinese letters only in a UTF-8 locale.
 */
function localeArguments(): string[] {
  const builtin = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  if (process.platform === "linux") return [...builtin, "--locale=C.UTF-8"];
  return [...builtin, "--locale=C", `--lc-ctype=${isWindows ? "en-US" : "UTF-8"}`];
}

/** Removes the remains of processes that were killed during initdb. */
async function removeAbandonedInits(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /^init-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(home, name), { recursive: true, force: true });
  }
}

/** Whether a process of any account has this id. Zombie processes count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function isInitialised(dataFolder: string): Promise<boolean> {
  return pathExists(join(dataFolder, "PG_VERSION"));
}

async function pathExists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Writes a new file through to the disk: a power cut must not leave a cluster whose password was never stored. */
async function writeDurably(file: string, text: string): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
}

async function syncFolder(folder: string): Promise<void> {
  if (isWindows) return;
  await using handle = await open(folder, "r");
  await handle.sync();
}
