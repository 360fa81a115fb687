import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "#kit/call.ts";
import { jobStates, type JobProblem, type JobState } from "#kit/job.ts";
import { Problem } from "#kit/problem.ts";
import type { Locale, Text } from "#kit/text.ts";
import { recordSpaceEvent } from "#records/site/space-state.server.ts";
import { spaceName } from "#records/site/site.server.ts";
import { type ChangedJob, isRetryable } from "#server/jobs/job-rows.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

const texts = {
  notFound: { zh: "任务不存在", en: "Job not found" },
  notRetryable: { zh: "此任务不能再重试", en: "This job can no longer be retried" },
  ended: { zh: "任务已结束", en: "This job has already ended" },
} satisfies Record<string, Text>;

/** A job of any space, without what it works on: neither its input, its result, its log nor the words of its problem. */
export const platformJob = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  space: z.object({ id: z.string(), code: z.string(), name: z.object({ zh: z.string(), en: z.string() }) }),
  state: z.enum(jobStates),
  isCancelling: z.boolean(),
  done: z.number(),
  total: z.number().nullable(),
  /** How often a worker took it up, and its failures since the last slice that succeeded. */
  attempt: z.number(),
  failures: z.number(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** `reason`: the code of a refusal, or the class and code of an unexpected error; `reference`: that of its line in the log. */
  problem: z.object({ isRefusal: z.boolean(), reason: z.string(), reference: z.string() }).nullable(),
  isRetryable: z.boolean(),
});
type PlatformJob = z.output<typeof platformJob>;

type JobRow = Omit<PlatformJob, "title" | "problem" | "space"> & {
  spaceId: string;
  code: string;
  spaceName: PlatformJob["space"]["name"];
  problem: Partial<JobProblem> | null;
};

/** `before`: the id of the last job of the page before. */
export type JobQuery = { state?: JobState | undefined; before?: string | undefined; limit: number };

/** Jobs of all spaces, the newest first: at most `limit`, and the `before` of the next page; null on the last one. */
export async function listPlatformJobs(
  { database, jobs }: Pick<Services, "database" | "jobs">,
  { state, before, limit }: JobQuery,
  locale: Locale,
): Promise<{ list: PlatformJob[]; next: string | null }> {
  const conditions = [
    sql`true`,
    ...(state === undefined ? [] : [sql`job.state = ${state}`]),
    ...(before === undefined
      ? []
      : [sql`(job.created_at, job.id) < (select b.created_at, b.id from job b where b.id = ${before}::uuid)`]),
  ];
  const rows = await database.read<JobRow>(
    "*",
    sql`select job.id, job.name, job.state, job.cancel_requested_at is not null and job.state = 'running' as "isCancelling",
      job.done::float8 as done, job.total::float8 as total, job.attempt, job.failures, job.created_at as "createdAt", job.started_at as "startedAt",
      job.ended_at as "endedAt", job.problem - 'text' as problem, (${isRetryable}) as "isRetryable", t.id as "spaceId", t.code, ${spaceName} as "spaceName"
      from job join tenant t on t.id = job.tenant_id where ${sql.join(conditions, sql` and `)}
      order by job.created_at desc, job.id desc limit ${limit + 1}`,
  );
  const list = rows.slice(0, limit).map(({ spaceId, code, spaceName: name, problem, ...row }) => ({
    ...row,
    title: jobs.definitions.get(row.name)?.title[locale] ?? row.name,
    space: { id: spaceId, code, name },
    problem:
      problem === null
        ? null
        : {
            isRefusal: problem.code !== undefined,
            reason: problem.code ?? problem.error ?? "Error",
            reference: problem.reference ?? "",
          },
    isRetryable: row.isRetryable && jobs.definitions.has(row.name),
  }));
  return { list, next: rows.length > limit ? list.at(-1)!.id : null };
}

type Kind = "jobRetried" | "jobCancelled";

/** Records in the history of its space what the platform did with a job. */
async function recordChange(tx: Tx, { tenantId, name }: ChangedJob, kind: Kind, accountId: string): Promise<void> {
  const [space] = await tx.rows<{ id: string; code: string }>(
    sql`select id, code from tenant where id = ${tenantId}::uuid`,
  );
  await recordSpaceEvent(tx, space!, { kind, accountId, note: name });
}

/** Queues a failed job again. @throws {Problem} notFound; conflict when it cannot be retried */
export const retryPlatformJob = (
  { database, jobs }: Pick<Services, "database" | "jobs">,
  id: string,
  accountId: string,
): Promise<void> =>
  database.system(async (tx) => {
    const rows = await tx.rows(sql`select 1 from job where id = ${id}::uuid for update`);
    if (rows.length === 0) throw new Problem("notFound", texts.notFound);
    const job = await jobs.retry(tx, id);
    if (job === undefined || !jobs.definitions.has(job.name)) throw new Problem("conflict", texts.notRetryable);
    await recordChange(tx, job, "jobRetried", accountId);
  });

/** Cancels a job that is under way. @throws {Problem} notFound; conflict when it has ended */
export const cancelPlatformJob = (
  { database, jobs }: Pick<Services, "database" | "jobs">,
  id: string,
  accountId: string,
): Promise<void> =>
  database.system(async (tx) => {
    const job = await jobs.cancelAny(tx, id);
    if (job === undefined) throw new Problem("notFound", texts.notFound);
    if (!job.isCancelled) throw new Problem("conflict", texts.ended);
    await recordChange(tx, job, "jobCancelled", accountId);
  });
