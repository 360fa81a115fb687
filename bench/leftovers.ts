import { readdir, readFile, readlink } from "node:fs/promises";

/** The processes that name `folder` in their command or environment, or work in it, as a database does. Linux only: elsewhere none are found. */
export async function processesOf(folder: string): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [command, environment] = await Promise.all(
        ["cmdline", "environ"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "")),
      );
      const workplace = await readlink(`/proc/${pid}/cwd`).catch(() => "");
      const isOfFolder = `${command}\0${environment}\0${workplace}`.includes(folder);
      return isOfFolder ? { pid: Number(pid), command: command!.replaceAll("\0", " ").trim() } : [];
    }),
  );
  return found.flat();
}

/** Kills every process of `folder`; returns them. */
export async function endProcessesOf(folder: string): Promise<string[]> {
  const left = await processesOf(folder);
  for (const { pid } of left) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended with another one.
    }
  }
  return left.map(({ pid, command }) => `${pid} ${command}`);
}
