/** Removes the remains of a killed PostgreSQL that would prevent the next start. */
import { readFile, readdir, readlink, stat, unlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { errorCode, onWindows } from "./account.server.ts";
import { type Cluster, isAlive } from "./cluster.server.ts";

/** ms: an empty lock file belongs to a server that is just starting, unless it is older than this. */
const emptyLockAge = 10_000;

/**
 * Prepares the start of a new server after a crash. PostgreSQL handles most of this itself; what it cannot detect is (1) that the process id in a
 * lock file now belongs to another program or to a zombie, both usual in containers, and (2) that backend processes of the old server, busy with a
 * long query, are still running. Does nothing while a server is alive. Needs /proc; elsewhere PostgreSQL's own checks must suffice.
 */
export async function clearAfterCrash(cluster: Cluster): Promise<void> {
  const lockFile = join(cluster.dataFolder, "postmaster.pid");
  const holder = await lockHolder(lockFile);
  if (holder === undefined || process.platform !== "linux") return;
  if (await isServer(cluster, holder)) return;

  await endOrphans(cluster.dataFolder);
  const socketLock = join(cluster.connection.host, `.s.PGSQL.${cluster.connection.port}.lock`);
  for (const file of [lockFile, socketLock]) {
    // Empty files and ids that now belong to other processes mislead PostgreSQL. It checks ids of ended processes itself.
    const pid = await lockHolder(file);
    if (pid !== undefined && (pid === 0 || isAlive(pid)) && !(await isServer(cluster, pid))) {
      await unlink(file).catch(() => undefined);
    }
  }
}

/** Whether the process is alive and the cluster's server. Without /proc, any process of that id counts. */
export async function isServer(cluster: Cluster, pid: number): Promise<boolean> {
  if (!(pid > 0) || !isAlive(pid)) return false;
  return process.platform !== "linux" || worksIn(cluster.dataFolder, pid, { ifHidden: true });
}

/** A TCP port on 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** The process id in a lock file; 0 when the file was cut short (power loss); undefined when there is no lock. */
async function lockHolder(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined) return undefined;
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  if (pid > 0) return pid;
  return Date.now() - stats.mtimeMs > emptyLockAge ? 0 : undefined;
}

/**
 * Whether the working directory of the process is the data folder, as for every PostgreSQL process. `ifHidden`: the result when the system does not
 * show it.
 */
async function worksIn(dataFolder: string, pid: number, { ifHidden = false } = {}): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === dataFolder;
  } catch (error) {
    return errorCode(error) === "EACCES" && ifHidden;
  }
}

/**
 * Terminates the backends of a killed server, as the server itself does after a crash. Until they end, no new one may start: they still write to its
 * shared memory and files.
 */
async function endOrphans(dataFolder: string): Promise<void> {
  if (onWindows) return;
  for (const name of await readdir("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || !(await isServerPart(dataFolder, pid))) continue;
    const parent = Number(/^PPid:\s*(\d+)$/m.exec(await readText(`/proc/${pid}/status`))?.[1]);
    if (await worksIn(dataFolder, parent)) continue;
    try {
      process.kill(pid, "SIGQUIT");
    } catch {
      // It has exited already.
    }
  }
}

/** Session and background processes carry the title "postgres: ..."; the server itself has its command line. */
async function isServerPart(dataFolder: string, pid: number): Promise<boolean> {
  return (await readText(`/proc/${pid}/cmdline`)).startsWith("postgres: ") && (await worksIn(dataFolder, pid));
}

function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
