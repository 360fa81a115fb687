import { readdir, readFile } from "node:fs/promises";

const megabyte = 1024 * 1024;

/** The proportional memory of a process in MB: shared memory pages are divided among the processes that use them. */
async function proportionalMemoryOf(pid: string): Promise<number> {
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

/** The MB that the program and its picture process use, without those of its database. Linux only. */
export async function memoryOf(pid: number): Promise<{ total: number; hasPictureProcess: boolean }> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const picturePids = (
    await Promise.all(pids.map(async (other) => ((await isPictureProcess(other, pid)) ? other : [])))
  ).flat();
  const sizes = await Promise.all([String(pid), ...picturePids].map(proportionalMemoryOf));
  return { total: sizes.reduce((sum, size) => sum + size, 0), hasPictureProcess: picturePids.length > 0 };
}

/** The growth of memory in MB per minute: the slope of the regression line through the samples. `time` is in ms, `total` in MB. */
export function slopeOf(samples: readonly { time: number; total: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanTime = mean(samples.map(({ time }) => time));
  const meanTotal = mean(samples.map(({ total }) => total));
  const variance = mean(samples.map(({ time }) => (time - meanTime) ** 2));
  const covariance = mean(samples.map(({ time, total }) => (time - meanTime) * (total - meanTotal)));
  return variance === 0 ? 0 : (covariance / variance) * 60_000;
}
