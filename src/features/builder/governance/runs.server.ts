import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { hasLevel, type UserPrincipal } from "#kit/access.ts";
import { type GovernanceKind, maxStoredFindings, type RunState } from "#kit/governance.ts";
import { Problem } from "#kit/problem.ts";
import type { Read, Tx } from "#server/postgres/database.server.ts";
import type { Finding } from "./define-check.server.ts";

/** A UUID that is smaller than every id. */
export const lowestId = "00000000-0000-0000-0000-000000000000";
/** The number of reports of a site, an app or the platform that are kept. */
const keptRuns = 10;
const notFoundText = { zh: "治理记录不存在", en: "Governance run not found" };

/** What a run looks at. `objectId`: the light app of a run of the kind `app`. */
export type RunTarget = { kind: GovernanceKind; objectId: string | null };
export type Run = RunTarget & {
  id: string;
  state: RunState;
  /** Finished steps, and all steps of its job; null before they are counted. */
  done: number;
  total: number | null;
  createdAt: string;
  endedAt: string | null;
  counts: Record<string, number>;
  previousId: string | null;
  resolved: Record<string, number>;
};
type RunKey = { tenantId: string; runId: string };

/** Runs with the state of their jobs. A job whose row is gone, and that left no report, has failed. */
const runColumns = sql`r.id, r.kind, r.object_id as "objectId", r.created_at as "createdAt", r.ended_at as "endedAt", r.counts,
  r.previous_id as "previousId", r.resolved, coalesce(j.done, 0)::int as done, j.total::int as total,
  case when r.ended_at is not null then 'done' else coalesce(j.state, 'failed') end as state`;
const runsWithJobs = sql`governance_run r left join job j on j.tenant_id = r.tenant_id and j.id = r.id`;

const isOfTarget = ({ kind, objectId }: RunTarget) =>
  sql`r.kind = ${kind} and r.object_id is not distinct from ${objectId}::uuid`;

/** Adds a run under the id of its job, unless it is there. */
export async function addRun(
  tx: Tx,
  { tenantId, runId, memberId, kind, objectId }: RunKey & RunTarget & { memberId: string },
): Promise<void> {
  await tx.rows(sql`insert into governance_run (id, tenant_id, kind, object_id, member_id)
    values (${runId}::uuid, ${tenantId}::uuid, ${kind}, ${objectId}::uuid, ${memberId}::uuid) on conflict (id) do nothing`);
}

/** A run of the reader's space. Runs of the platform are for its administrators. @throws {Problem} notFound */
export async function readRun(read: Read, principal: UserPrincipal, runId: string): Promise<Run> {
  const [run] = await read<Run>(sql`select ${runColumns} from ${runsWithJobs}
    where r.tenant_id = ${principal.tenantId}::uuid and r.id = ${runId}::uuid`);
  if (run === undefined || (run.kind === "admin" && !hasLevel(principal, "superAdmin")))
    throw new Problem("notFound", notFoundText);
  return run;
}

/** The newest run under way, and the newest with a report. */
export async function latestRuns(
  read: Read,
  tenantId: string,
  target: RunTarget,
): Promise<{ active: Run | undefined; report: Run | undefined }> {
  const runs = await read<Run>(sql`select ${runColumns} from ${runsWithJobs}
    where r.tenant_id = ${tenantId}::uuid and ${isOfTarget(target)} order by r.created_at desc, r.id desc limit ${keptRuns}`);
  return {
    active: runs.find(({ state }) => state === "queued" || state === "running"),
    report: runs.find(({ endedAt }) => endedAt !== null),
  };
}

/** A key of one length: it may contain the address of a link, which is longer than an index can hold. */
const digest = (key: string) => createHash("sha256").update(key).digest("base64url");

/**
 * Stores findings of one check, up to the maximum of a check. `counted`: how many it had before; `number`: the highest number of the run so far.
 * Returns the highest number afterwards.
 */
export async function addFindings(
  tx: Tx,
  { tenantId, runId }: RunKey,
  check: string,
  findings: readonly Finding[],
  { counted, number }: { counted: number; number: number },
): Promise<number> {
  const stored = findings.slice(0, Math.max(0, maxStoredFindings - counted));
  if (stored.length === 0) return number;
  const rows = stored.map(({ key, subject, record, text, mend }, index) => ({
    number: number + index + 1,
    key: digest(`${check} ${subject.type} ${subject.id} ${record ?? ""} ${key}`),
    subject,
    record: record ?? null,
    text,
    mend: mend ?? null,
  }));
  await tx.rows(sql`insert into governance_finding (tenant_id, run_id, number, check_name, key, subject, record, text, mend)
    select ${tenantId}::uuid, ${runId}::uuid, number, ${check}, key, subject, record, text, nullif(mend, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as finding(number int, key text, subject jsonb, record text, text jsonb, mend jsonb)`);
  return number + stored.length;
}

/** Ends a run: compares its findings with those of the report before, and removes the oldest reports. */
export async function finishRun(
  tx: Tx,
  { tenantId, runId }: RunKey,
  target: RunTarget,
  counts: Record<string, number>,
): Promise<void> {
  const [previous] = await tx.rows<{ id: string }>(sql`select id from governance_run r
    where tenant_id = ${tenantId}::uuid and ${isOfTarget(target)} and ended_at is not null order by created_at desc limit 1`);
  const previousId = previous?.id ?? null;
  await tx.rows(sql`update governance_finding found set is_new = not exists (
      select from governance_finding earlier where earlier.run_id = ${previousId}::uuid and earlier.key = found.key)
    where run_id = ${runId}::uuid`);
  const resolved = await tx.rows<{
    check: string;
    count: number;
  }>(sql`select check_name as "check", count(*)::int as count
    from governance_finding earlier where run_id = ${previousId}::uuid
      and not exists (select from governance_finding found where found.run_id = ${runId}::uuid and found.key = earlier.key)
    group by check_name`);
  const resolvedCounts = Object.fromEntries(resolved.map(({ check, count }) => [check, count]));
  await tx.rows(sql`update governance_run set ended_at = now(), counts = ${JSON.stringify(counts)}::jsonb, previous_id = ${previousId}::uuid,
      resolved = ${JSON.stringify(resolvedCounts)}::jsonb
    where id = ${runId}::uuid`);
  await tx.rows(sql`delete from governance_link where run_id = ${runId}::uuid`);
  await tx.rows(sql`delete from governance_run r where tenant_id = ${tenantId}::uuid and ${isOfTarget(target)} and id not in (
      select r.id from governance_run r where tenant_id = ${tenantId}::uuid and ${isOfTarget(target)} order by created_at desc limit ${keptRuns})
    and id <> ${runId}::uuid`);
}
