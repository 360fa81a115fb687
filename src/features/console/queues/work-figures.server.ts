import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "#kit/call.ts";
import { minutes } from "#kit/format.ts";
import { type QueueName, queueNames } from "#kit/health.ts";
import { maxMissedIntervals } from "#server/jobs/upkeep.server.ts";

/** What waits in a queue of the installation. Numbers, and nothing of the spaces. */
export const queueFigures = z.object({
  name: z.enum(queueNames),
  waiting: z.number(),
  running: z.number(),
  /** Those among the waiting ones that failed before. */
  retrying: z.number(),
  /** Given up within 24 hours. */
  failed: z.number(),
  /** Seconds that the oldest waits which could be taken up now; 0 for none. */
  oldestSeconds: z.number(),
});
type QueueFigures = z.output<typeof queueFigures>;

const none: Omit<QueueFigures, "name"> = { waiting: 0, running: 0, retrying: 0, failed: 0, oldestSeconds: 0 };

const jobFigures = sql`select 'work' as name, count(*) filter (where state = 'queued')::int as waiting,
    count(*) filter (where state = 'running')::int as running, count(*) filter (where state = 'queued' and failures > 0)::int as retrying,
    count(*) filter (where state = 'failed')::int as failed,
    coalesce(extract(epoch from now() - min(created_at) filter (where state = 'queued' and not exists (
      select from tenant t where t.id = job.tenant_id and t.suspended_at is not null))), 0)::float8 as "oldestSeconds"
  from job where state in ('queued', 'running') or (state = 'failed' and ended_at > now() - interval '24 hours')`;

const ticketFigures = sql`select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
    count(*) filter (where state = 'active')::int as running, count(*) filter (where state = 'retry')::int as retrying,
    count(*) filter (where state = 'failed')::int as failed,
    coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as "oldestSeconds"
  from pgboss.job where name in ('upkeep', 'errand') and state in ('created', 'retry', 'active', 'failed') group by name`;

const messageFigures = sql`select kind as name, count(*) filter (where is_open)::int as waiting, 0 as running,
    count(*) filter (where is_open and tries > 0)::int as retrying, count(*) filter (where not is_open)::int as failed,
    coalesce(extract(epoch from now() - min(created_at) filter (where is_open)), 0)::float8 as "oldestSeconds"
  from (select kind, tries, created_at, failed_at is null as is_open from outbox
    where (sent_at is null and failed_at is null) or (created_at > now() - interval '2 days' and failed_at > now() - interval '24 hours')) message
  group by kind`;

const deliveryFigures = sql`select 'webhook' as name, count(*) filter (where state = 'waiting')::int as waiting,
    count(*) filter (where state = 'sending')::int as running, count(*) filter (where state = 'waiting' and tries > 0)::int as retrying,
    count(*) filter (where state = 'failed')::int as failed,
    coalesce(extract(epoch from now() - min(created_at) filter (where state = 'waiting')), 0)::float8 as "oldestSeconds"
  from webhook_delivery where state in ('waiting', 'sending') or (state = 'failed' and created_at > now() - interval '7 days' and ended_at > now() - interval '24 hours')`;

/** The figures of all queues, in the order of `queueNames`. */
export async function readQueues({ database }: Pick<Services, "database">): Promise<QueueFigures[]> {
  const answers = await Promise.all(
    [jobFigures, ticketFigures, messageFigures, deliveryFigures].map((query) =>
      database.read<QueueFigures>("*", query),
    ),
  );
  const figures = new Map<QueueName, QueueFigures>(answers.flat().map((row) => [row.name, row]));
  return queueNames.map((name) => figures.get(name) ?? { name, ...none });
}

/** The last runs of an upkeep task. Why one failed is in the log only: the message of an error may repeat values of a space. */
export const upkeepFigures = z.object({
  name: z.string(),
  everyMinutes: z.number(),
  succeededAt: z.string().nullable(),
  isRunning: z.boolean(),
  /** Whether the last run that ended has failed, and how many have failed since the installation. */
  hasFailed: z.boolean(),
  failures: z.number(),
  /** It has not succeeded for three of its intervals. */
  isLate: z.boolean(),
});
type UpkeepFigures = z.output<typeof upkeepFigures>;

type UpkeepRow = Omit<UpkeepFigures, "everyMinutes" | "isLate"> & { secondsSince: number };

/** The upkeep tasks of this version: those that need attention first, then by name. */
export async function readUpkeepTasks({
  database,
  jobs,
}: Pick<Services, "database" | "jobs">): Promise<UpkeepFigures[]> {
  const rows = await database.read<UpkeepRow>(
    "*",
    sql`select name, succeeded_at as "succeededAt", ended_at is null as "isRunning", problem is not null as "hasFailed", failures,
      extract(epoch from now() - coalesce(succeeded_at, created_at))::float8 as "secondsSince" from upkeep_run`,
  );
  const rowsByName = new Map(rows.map((row) => [row.name, row]));
  const never = { succeededAt: null, isRunning: false, hasFailed: false, failures: 0, secondsSince: 0 };
  const weight = ({ isLate, hasFailed }: UpkeepFigures) => (isLate ? 2 : 0) + (hasFailed ? 1 : 0);
  return [...jobs.upkeep.values()]
    .map(({ name, everyMinutes }) => {
      const { secondsSince, ...row } = rowsByName.get(name) ?? { name, ...never };
      return { ...row, everyMinutes, isLate: secondsSince * 1000 > maxMissedIntervals * minutes(everyMinutes) };
    })
    .toSorted((a, b) => weight(b) - weight(a) || a.name.localeCompare(b.name));
}
