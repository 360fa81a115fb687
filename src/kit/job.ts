import type { ProblemCode } from "./problem.ts";
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

/**
 * Why a job failed. `text`: for the person who started it; `reference`: of the line in the log. Of these two the platform sees the second only, and
 * besides what says nothing of the space: the `code` of a refusal, or the class and code of an unexpected error.
 */
export type JobProblem = { text: Text; reference: string; code?: ProblemCode; error?: string };
