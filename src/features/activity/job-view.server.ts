import { z } from "zod";
import { jobStates } from "#kit/job.ts";
import { type Locale, localize } from "#kit/text.ts";
import type { JobRow } from "#server/jobs/job-rows.server.ts";
import type { Jobs } from "#server/jobs/jobs.server.ts";

export const jobNotFound = { zh: "任务不存在", en: "Job not found" };

/** A job for the person who started it, in their language. */
export const jobView = z.object({
  id: z.uuid(),
  name: z.string(),
  title: z.string(),
  state: z.enum(jobStates),
  /** The cancellation was requested, but the current slice is still running. */
  isCancelling: z.boolean(),
  /** Completed steps, and all steps; `total` is null until it is known. */
  done: z.number(),
  total: z.number().nullable(),
  /** What the job is doing now. */
  stage: z.string().nullable(),
  result: z
    .object({
      text: z.string(),
      url: z.string().optional(),
      /** `POST Api/{type}/Undo` with the id of the job undoes it, for ten minutes after its end. */
      undo: z.object({ type: z.string() }).optional(),
    })
    .nullable(),
  /** `reference`: the id of the failure in the server's log. */
  problem: z.object({ text: z.string(), reference: z.string() }).nullable(),
  /** The number of lines in the job's own log, including those that were not stored. */
  lines: z.number(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type JobView = z.output<typeof jobView>;

export function toJobView(row: JobRow, definitions: Jobs["definitions"], locale: Locale): JobView {
  return { ...localize(row, locale), title: definitions.get(row.name)?.title[locale] ?? row.name };
}
