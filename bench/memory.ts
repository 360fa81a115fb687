import { readdir, readFile } from "node:fs/promises";

const megabyte = 1024 * 1024;

/** Proportional memory of a process: shared pages are divided among their users. */
async function residentOf(pid: string): Promise<number> {
  const summary = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return (Number(/^Pss:\s+(\d+) kB/m.exec(summary)?.[1] ?? 0) * 1024) / megabyte;
}

/** Whether a process is the picture process of the program `parent`. */
async function isPictureProcess(pid: string, parent: number): Promise<boolean> {
  const [status, command] = await Promise.all(
    ["status", "cmdline"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "")),
  );
  return command!.includes("picture-process") && new RegExp(`^PPid:\\s+${parent}$`, "m").test(status!);
}

/** MB that the program and its picture process hold; its database is apart. Linux only. */
export async function memoryOf(pid: number): Promise<{ total: number; hasPictureProcess: boolean }> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(async (other) => ((await isPictureProcess(other, pid)) ? other : [])));
  const pictures = found.flat();
  const sizes = await Promise.all([String(pid), ...pictures].map(residentOf));
  return { total: sizes.reduce((sum, size) => sum + size, 0), hasPictureProcess: pictures.length > 0 };
}

/** MB a minute by which memory grew, as the straight line through all samples says. */
export function slopeOf(samples: readonly { at: number; total: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, total] = [mean(samples.map((sample) => sample.at)), mean(samples.map((sample) => sample.total))];
  const spread = samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
  const together = samples.reduce((sum, sample) => sum + (sample.at - at) * (sample.total - total), 0);
  return spread === 0 ? 0 : (together / spread) * 60_000;
}
