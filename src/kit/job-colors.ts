import type { JobState } from "./job.ts";

/** The colours of the dots of the states; apart from their names, which every screen loads. */
export const jobStateColors: Record<JobState, string> = {
  queued: "ochre",
  running: "azurite",
  done: "malachite",
  failed: "cinnabar",
  cancelled: "ochre",
};
