/** What becomes of a job; the last three are its end. */
export const jobStates = ["queued", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof jobStates)[number];

/** True while there is something left to wait for. */
export const isUnderWay = (state: JobState): boolean => state === "queued" || state === "running";
