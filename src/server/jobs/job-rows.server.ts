import { type SQL, sql } from "drizzle-orm";
import type { JobProblem, JobState } from "#kit/job.ts";
import type { Text } from "#kit/text.ts";
import type { Read, Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import type { Advance, JobResult, LogLevel } from "./define-job.server.ts";

/** A claimed job: `attempt` distinguishes its current worker from earlier ones. */
export type Claim = {
  id: string;
  attempt: number;
  tenantId: string;
  memberId: string;
  name: string;
  input: unknown;
  cursor: unknown;
  failures: number;
  /** Whether the person who started the job is still an active member of the space. */
  isMember: boolean;
};

/** Consecutive failures, without a successful slice in between, after which a job is given up. */
export const maxFailures = 3;
/** Maximum stored lines of a job's log; further lines are only counted. */
export const maxLogLines = 1000;
const retention = "30 days";

/** The tag of all data that shows the jobs of one person. */
export const jobsTag = (memberId: string) => `jobs:${memberId}`;
const cancelPrefix = "job-cancel:";
/** The id of the job whose cancellation a tag announces; undefined for other tags. */
export const cancelledId = (tag: string) => (tag.startsWith(cancelPrefix) ? tag.slice(cancelPrefix.length) : undefined);

const claimCondition = ({ id, attempt }: Claim): SQL =>
  sql`id = ${id}::uuid and attempt = ${attempt} and state = 'running'`;

type NewJob = { id: string; tenantId: string; memberId: string; name: string; key: string; input: unknown };

/** Adds a job unless one with the same key is active. Returns the id of the active or the added job, and whether it was added. */
export async function addJob(tx: Tx, job: NewJob): Promise<{ id: string; isNew: boolean }> {
  const { id, tenantId, memberId, name, key, input } = job;
  const added = await tx.rows<{ id: string }>(sql`insert into job (id, tenant_id, member_id, name, key, input)
    values (${id}::uuid, ${tenantId}::uuid, ${memberId}::uuid, ${name}, ${key}, ${JSON.stringify(input)}::jsonb)
    on conflict (key) where state in ('queued', 'running') do nothing returning id`);
  if (added[0] !== undefined) {
    await tx.notifyChanged(jobsTag(memberId));
    return { id, isNew: true };
  }
  const [active] = await tx.rows<{ id: string }>(
    sql`select id from job where key = ${key} and state in ('queued', 'running')`,
  );
  // If the active job ended between the two statements, a new one can be added after all.
  return active === undefined ? addJob(tx, job) : { id: active.id, isNew: false };
}

/**
 * Claims a job for this worker. Undefined when the job has ended, when its space is suspended (`Jobs.resumeSpace` queues it again), or when its
 * cancellation was requested: then it ends here.
 */
export async function claimJob(tx: Tx, id: string): Promise<Claim | undefined> {
  const [claim] =
    await tx.rows<Claim>(sql`update job set state = 'running', attempt = attempt + 1, started_at = coalesce(started_at, now())
    where id = ${id}::uuid and state in ('queued', 'running') and cancel_requested_at is null
      and not exists (select from tenant t where t.id = job.tenant_id and t.suspended_at is not null)
    returning id, attempt, tenant_id as "tenantId", member_id as "memberId", name, input, cursor, failures,
      exists (select 1 from member m where m.tenant_id = job.tenant_id and m.id = job.member_id and m.deleted_at is null and m.status = 'active') as "isMember"`);
  if (claim !== undefined) {
    await tx.notifyChanged(jobsTag(claim.memberId));
    return claim;
  }
  await endCancelledJob(tx, sql`id = ${id}::uuid`);
  return undefined;
}

/** Ends the jobs that match `condition` and whose cancellation was requested. The caller ensures that no worker runs them. */
export async function endCancelledJob(tx: Tx, condition: SQL): Promise<void> {
  const ended = await tx.rows<{ memberId: string }>(sql`update job set state = 'cancelled', ended_at = now()
    where ${condition} and state in ('queued', 'running') and cancel_requested_at is not null returning member_id as "memberId"`);
  for (const { memberId } of ended) await tx.notifyChanged(jobsTag(memberId));
}

/** Saves a job's progress in the transaction of a slice; false when another worker has claimed the job or its cancellation was requested. */
export async function saveAdvance(tx: Tx, claim: Claim, { cursor, steps }: Advance<unknown>): Promise<boolean> {
  const savedRows =
    await tx.rows(sql`update job set cursor = ${JSON.stringify(cursor)}::jsonb, done = done + ${steps}, failures = 0
    where ${claimCondition(claim)} and cancel_requested_at is null returning 1`);
  return savedRows.length > 0;
}

export type NewLogLine = { text: Text; level: LogLevel };

/** Adds lines to the job's log, of which only the first `maxLogLines` are stored. */
export async function addLogLines(
  tx: Tx,
  { id, tenantId }: Pick<Claim, "id" | "tenantId">,
  lines: readonly NewLogLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.rows(sql`with counted as (
      update job set lines = lines + ${lines.length} where id = ${id}::uuid returning lines - ${lines.length} as before
    )
    insert into job_log (tenant_id, job_id, number, level, text)
    select ${tenantId}::uuid, ${id}::uuid, before + place, line ->> 'level', line -> 'text'
    from counted, jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as new_line(line, place)
    where before + place <= ${maxLogLines}`);
}

/** Updates the displayed progress of a job; false when another worker has claimed it. */
export async function updateProgress(
  tx: Tx,
  claim: Claim,
  change: { total: number } | { done: number } | { stage: Text },
): Promise<boolean> {
  const set =
    "total" in change
      ? sql`total = ${change.total}`
      : "done" in change
        ? sql`done = ${change.done}`
        : sql`stage = ${JSON.stringify(change.stage)}::jsonb`;
  return updateClaimed(tx, claim, set);
}

/** Updates a job for its current worker; false when another worker has claimed it. */
async function updateClaimed(tx: Tx, claim: Claim, set: SQL): Promise<boolean> {
  const updated = await tx.rows(sql`update job set ${set} where ${claimCondition(claim)} returning 1`);
  await tx.notifyChanged(jobsTag(claim.memberId));
  return updated.length > 0;
}

export const finishJob = (tx: Tx, claim: Claim, result: JobResult) =>
  updateClaimed(
    tx,
    claim,
    sql`state = 'done', ended_at = now(), stage = null, result = ${JSON.stringify(result)}::jsonb`,
  );

export const failJob = (tx: Tx, claim: Claim, problem: JobProblem) =>
  updateClaimed(
    tx,
    claim,
    sql`state = 'failed', ended_at = now(), failures = failures + 1, problem = ${JSON.stringify(problem)}::jsonb`,
  );

/** Sets a job back to `queued`, after a failure or because this process stops. The caller queues its ticket. */
export const releaseJob = (tx: Tx, claim: Claim, hasFailed: boolean) =>
  updateClaimed(tx, claim, hasFailed ? sql`state = 'queued', failures = failures + 1` : sql`state = 'queued'`);

/** The number of failures since the job's last successful slice, over all attempts. */
export async function countFailures(tx: Tx, claim: Claim): Promise<number> {
  const [row] = await tx.rows<{ failures: number }>(sql`select failures from job where ${claimCondition(claim)}`);
  return row?.failures ?? 0;
}

/** A job that the platform cancelled or queued again. */
export type ChangedJob = { tenantId: string; name: string };

/**
 * Cancels a job: a queued job ends at once, a running one before its next slice, and one that has ended stays as it is. Undefined when there is no job
 * with this id, or the person has none.
 * @param options.memberId the person whose job it has to be; absent for the platform
 */
export async function cancelJob(
  tx: Tx,
  { id, memberId }: { id: string; memberId?: string },
): Promise<(ChangedJob & { isCancelled: boolean }) | undefined> {
  const condition = memberId === undefined ? sql`true` : sql`member_id = ${memberId}::uuid`;
  const [job] = await tx.rows<ChangedJob & { memberId: string }>(
    sql`select tenant_id as "tenantId", name, member_id as "memberId" from job where id = ${id}::uuid and ${condition}`,
  );
  if (job === undefined) return undefined;
  const cancelled = await tx.rows(
    sql`update job set cancel_requested_at = now() where id = ${id}::uuid and state in ('queued', 'running') and cancel_requested_at is null returning id`,
  );
  await endCancelledJob(tx, sql`id = ${id}::uuid and state = 'queued'`);
  await tx.notifyChanged(`${cancelPrefix}${id}`);
  await tx.notifyChanged(jobsTag(job.memberId));
  return { tenantId: job.tenantId, name: job.name, isCancelled: cancelled.length > 0 };
}

/** Hours from the start of a job in which it can be retried. The pieces of a file that it made are deleted after a day. */
export const retryHours = 20;

/**
 * Which rows of `job` can be queued again: those that failed lately, of a space that is not suspended and a person who is still a member, unless the
 * same was started anew.
 */
export const isRetryable: SQL = sql`job.state = 'failed' and job.created_at > now() - make_interval(hours => ${retryHours})
  and not exists (select from tenant s where s.id = job.tenant_id and s.suspended_at is not null)
  and exists (select from member m where m.tenant_id = job.tenant_id and m.id = job.member_id and m.deleted_at is null and m.status = 'active')
  and not exists (select from job other where other.key = job.key and other.state in ('queued', 'running'))`;

/** Sets a failed job back to `queued`; it goes on after its last slice. Undefined when it cannot be retried. The caller queues its ticket. */
export async function retryJob(tx: Tx, id: string): Promise<ChangedJob | undefined> {
  const [job] = await tx.rows<
    ChangedJob & { memberId: string }
  >(sql`update job set state = 'queued', failures = 0, problem = null,
      ended_at = null, cancel_requested_at = null
    where id = ${id}::uuid and ${isRetryable} returning tenant_id as "tenantId", name, member_id as "memberId"`);
  if (job === undefined) return undefined;
  await tx.notifyChanged(jobsTag(job.memberId));
  return { tenantId: job.tenantId, name: job.name };
}

/** Takes the running jobs of a space from their workers, at once and in every process: they are queued, and go on where they were. */
export async function stopJobsOf(tx: Tx, tenantId: string): Promise<void> {
  const stopped = await tx.rows<{
    id: string;
    memberId: string;
  }>(sql`update job set state = 'queued', attempt = attempt + 1
    where tenant_id = ${tenantId}::uuid and state = 'running' returning id, member_id as "memberId"`);
  for (const { id, memberId } of stopped) {
    await tx.notifyChanged(`${cancelPrefix}${id}`);
    await tx.notifyChanged(jobsTag(memberId));
  }
}

/** The ids of the queued jobs of a space. */
export const queuedJobsOf = (tx: Tx, tenantId: string): Promise<{ id: string }[]> =>
  tx.rows(sql`select id from job where tenant_id = ${tenantId}::uuid and state = 'queued' order by created_at`);

export const purgeJobs = (tx: Tx, limit: number) =>
  deleteRows(tx, "job", sql`ended_at < now() - ${retention}::interval`, limit);

/** A job as its person sees it, with texts in both languages. */
export type JobRow = {
  id: string;
  name: string;
  state: JobState;
  isCancelling: boolean;
  done: number;
  total: number | null;
  stage: Text | null;
  result: JobResult | null;
  problem: JobProblem | null;
  /** The number of log lines, including those that were not stored. */
  lines: number;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
};
const maxListedJobs = 50;

const jobColumns = sql`id, name, state, cancel_requested_at is not null and state = 'running' as "isCancelling", done, total, stage, result, problem,
  lines, created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt"`;

/** A person's active jobs, and those that ended within a day: newest first. */
export const listJobs = (read: Read, tenantId: string, memberId: string): Promise<JobRow[]> =>
  read<JobRow>(sql`select ${jobColumns} from job where tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid and (ended_at is null or ended_at > now() - interval '1 day')
    order by created_at desc, id desc limit ${maxListedJobs}`);

/** The newest of a person's jobs with a key; undefined when there is none. */
export async function findNewestJob(
  read: Read,
  { tenantId, memberId, key }: { tenantId: string; memberId: string; key: string },
): Promise<JobRow | undefined> {
  const [job] = await read<JobRow>(sql`select ${jobColumns} from job
    where tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid and key = ${key} order by created_at desc, id desc limit 1`);
  return job;
}

type LogLine = { number: number; at: string; level: LogLevel; text: Text };

/** The log of a person's own job, and the number of lines that were not stored; undefined when the person has no job with this id. */
export async function readJobLog(
  tx: Tx,
  { id, memberId }: { id: string; memberId: string },
): Promise<{ lines: LogLine[]; omitted: number } | undefined> {
  const [job] = await tx.rows<{ lines: number }>(
    sql`select lines from job where id = ${id}::uuid and member_id = ${memberId}::uuid`,
  );
  if (job === undefined) return undefined;
  const lines = await tx.rows<LogLine>(
    sql`select number, at, level, text from job_log where job_id = ${id}::uuid order by number`,
  );
  return { lines, omitted: Math.max(0, job.lines - maxLogLines) };
}
