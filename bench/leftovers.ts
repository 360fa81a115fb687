import { readdir, readFile, readlink } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/**
 * The processes whose command, environment or working directory contains `folder`; a database server works in its data folder. Linux only: elsewhere
 * the list is empty.
 */
export async function processesOf(folder: string): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const processes = await Promise.all(
    pids.map(async (pid) => {
      const [command, environment] = await Promise.all(
        ["cmdline", "environ"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "")),
      );
      const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => "");
      const usesFolder = `${command}\0${environment}\0${workingDirectory}`.includes(folder);
      return usesFolder ? { pid: Number(pid), command: command!.replaceAll("\0", " ").trim() } : [];
    }),
  );
  return processes.flat();
}

/** The time in which processes may end on their own, ms: Chromium's helpers end shortly after the browser. */
const graceTime = 5000;

/** Kills every process that still uses `folder` after the grace time; returns their ids and commands. */
export async function endProcessesOf(folder: string): Promise<string[]> {
  const end = Date.now() + graceTime;
  let processes = await processesOf(folder);
  while (processes.length > 0 && Date.now() < end) {
    await wait(50);
    processes = await processesOf(folder);
  }
  for (const { pid } of processes) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended together with another process.
    }
  }
  return processes.map(({ pid, command }) => `${pid} ${command}`);
}

/** The ids of the processes of the program on `dataFolder` that run this file. */
export async function pidsOf(dataFolder: string, file: string): Promise<number[]> {
  const processes = await processesOf(`DATA_DIR=${dataFolder}`);
  return processes.filter(({ command }) => command.split(" ")[1]?.endsWith(file)).map(({ pid }) => pid);
}

/** Stops the program on `dataFolder`, whichever supervisor runs it by now. */
export async function stopProgram(dataFolder: string): Promise<void> {
  for (const pid of await pidsOf(dataFolder, "supervisor.server.js")) process.kill(pid, "SIGTERM");
  while ((await pidsOf(dataFolder, "main.server.js")).length > 0) await wait(50);
}
