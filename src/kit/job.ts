import type { Text } from "./text.ts";

/** The states of a job; the last three are final. */
export const jobStates = ["queued", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof jobStates)[number];

/** True while the job is waiting or running. */
export const isUnderWay = (state: JobState): boolean => state === "queued" || state === "running";

export const jobStateNames: Record<JobState, Text> = {
  queued: { zh: "排队中", en: "Queued" },
  running: { zh: "进行中", en: "In progress" },
  done: { zh: "已完成", en: "Completed" },
  failed: { zh: "失败", en: "Failed" },
  cancelled: { zh: "已取消", en: "Cancelled" },
};

/** The progress of a job at a time (ms). */
export type Progress = { at: number; done: number };

/** Seconds until `total` is reached, by the median rate of the recent measurements; undefined while there are too few. */
export function secondsLeft(history: readonly Progress[], total: number): number | undefined {
  const rates = history.slice(1).flatMap(({ at, done }, index) => {
    const earlier = history[index]!;
    return at > earlier.at ? [(done - earlier.done) / ((at - earlier.at) / 1000)] : [];
  });
  const rate = rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)];
  const last = history.at(-1);
  return rate === undefined || last === undefined || rate <= 0 ? undefined : Math.max(0, (total - last.done) / rate);
}
