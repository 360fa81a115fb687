/** Removes the remains of a killed PostgreSQL that would prevent the next start. */
import { readFile, readdir, readlink, stat, unlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { errorCode, isWindows } from "./account.server.ts";
import { type Cluster, isAlive } from "./cluster.server.ts";

/** ms after which an empty lock file is a remnant; a younger one belongs to a server that is just starting. */
const maxEmptyLockAge = 10_000;

/**
 * Prepares the start of a new server after a crash. PostgreSQL handles most of this itself, but does not detect (1) that the process id in a lock
 * file belongs to another program or a zombie, both usual in containers, and (2) that backend processes of the old server are still running a long
 * query. Does nothing while a server is alive. Needs /proc; on other systems PostgreSQL's own checks must suffice.
 */
export async function clearAfterCrash(cluster: Cluster): Promise<void> {
  const lockFile = join(cluster.dataFolder, "postmaster.pid");
  const lockPid = await readLockPid(lockFile);
  if (lockPid === undefined || process.platform !== "linux") return;
  if (await isServer(cluster, lockPid)) return;

  await terminateOrphans(cluster.dataFolder);
  const socketLock = join(cluster.connection.host, `.s.PGSQL.${cluster.connection.port}.lock`);
  for (const file of [lockFile, socketLock]) {
    // PostgreSQL itself removes a lock file whose process has ended, but not an empty one or one with the id of another program.
    const pid = await readLockPid(file);
    if (pid !== undefined && (pid === 0 || isAlive(pid)) && !(await isServer(cluster, pid))) {
      await unlink(file).catch(() => undefined);
    }
  }
}

/** Whether the process is alive and is the cluster's server. Without /proc, any process with that id counts. */
export async function isServer(cluster: Cluster, pid: number): Promise<boolean> {
  if (!(pid > 0) || !isAlive(pid)) return false;
  return process.platform !== "linux" || hasWorkingFolder(cluster.dataFolder, pid, { ifHidden: true });
}

/** Finds a free TCP port on 127.0.0.1; another program may take it before its use. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** The process id in a lock file. 0 when an old file is empty or damaged (power loss); undefined when there is no file, or a new one is empty. */
async function readLockPid(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined) return undefined;
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  if (pid > 0) return pid;
  return Date.now() - stats.mtimeMs > maxEmptyLockAge ? 0 : undefined;
}

/**
 * Whether the working directory of the process is the data folder, as it is for every process of its server. `ifHidden`: the result when the system
 * does not let this account read the working directory.
 */
async function hasWorkingFolder(dataFolder: string, pid: number, { ifHidden = false } = {}): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === dataFolder;
  } catch (error) {
    return errorCode(error) === "EACCES" && ifHidden;
  }
}

/**
 * Terminates the backends of a killed server, which still write to shared memory and the cluster's files. PostgreSQL refuses to start before they
 * have ended; `connectOrLaunch` tries until then.
 */
async function terminateOrphans(dataFolder: string): Promise<void> {
  if (isWindows) return;
  for (const name of await readdir("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || !(await isBackend(dataFolder, pid))) continue;
    const parent = Number(/^PPid:\s*(\d+)$/m.exec(await readText(`/proc/${pid}/status`))?.[1]);
    if (await hasWorkingFolder(dataFolder, parent)) continue;
    try {
      process.kill(pid, "SIGQUIT");
    } catch {
      // The process has exited already.
    }
  }
}

/** Whether the process is a backend of the cluster's server. Backends have the title "postgres: ..."; the server itself has its command line. */
async function isBackend(dataFolder: string, pid: number): Promise<boolean> {
  return (await readText(`/proc/${pid}/cmdline`)).startsWith("postgres: ") && (await hasWorkingFolder(dataFolder, pid));
}

function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
