import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type SQL, sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { seconds } from "#kit/format.ts";
import { beatSeconds, type ProcessFigures } from "#kit/health.ts";
import { buildVersion } from "#kit/version.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import type { Outcome } from "#server/process/outcomes.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    beats: Beats;
  }
}

/** The sign of life of this process, a row of `process_beat`. */
export type Beats = {
  /** The id of this process. */
  id: string;
  /** Writes what there is to say now. Never throws: a database that takes no writes is seen by the missing beats. */
  beat: () => Promise<void>;
  /** Ends the beats and removes the row, so that a process that was stopped is not missed. */
  stop: () => Promise<void>;
};

/** How long the row of a process that ended without a word is kept. */
const retention = "1 day";
/** ms between two measurements of the event loop. */
const delayResolution = 50;

/** A measured time between two measurements, in nanoseconds, as ms beyond `delayResolution`. */
const lateMs = (nanoseconds: number) => Math.max(0, Math.round((nanoseconds / 1e6 - delayResolution) * 10) / 10);

async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined ? null : disk.bavail * disk.bsize;
}

/** Stores the newest outcomes of adapters; those of other processes may be newer. */
function storeOutcome({ adapter, succeededAt, failedAt, reason }: Outcome): SQL {
  return sql`insert into adapter_outcome as o (adapter, succeeded_at, failed_at, reason)
    values (${adapter}, ${succeededAt}::timestamptz, ${failedAt}::timestamptz, ${reason})
    on conflict (adapter) do update set succeeded_at = greatest(o.succeeded_at, excluded.succeeded_at),
      reason = case when o.failed_at is null or excluded.failed_at > o.failed_at then excluded.reason else o.reason end,
      failed_at = greatest(o.failed_at, excluded.failed_at)`;
}

type Dependencies = Pick<Services, "database" | "env" | "log" | "outcomes"> & { dataFolder: string };

/** Starts the beats of this process, one every `beatSeconds`. */
export function startBeats({ database, env, log, outcomes, dataFolder }: Dependencies): Beats {
  const id = newId();
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const delays = monitorEventLoopDelay({ resolution: delayResolution });
  delays.enable();
  let isStopped = false;
  let running: Promise<void> | undefined;
  /** Outcomes that could not be stored yet, the oldest first. */
  let waiting: Outcome[] = [];

  async function figures(): Promise<ProcessFigures> {
    const { rss, heapUsed } = process.memoryUsage();
    // Without a measurement in between both are not numbers.
    const delay = delays.count === 0 ? 0 : lateMs(delays.percentile(99));
    const worstDelay = delays.count === 0 ? 0 : lateMs(delays.max);
    delays.reset();
    return {
      isWorking: env.JOBS,
      memory: rss,
      heap: heapUsed,
      freeDisk: await freeBytes(dataFolder),
      delay,
      worstDelay,
      connections: database.connections(),
      replicas: database.replicaFigures?.().replicas.map(({ name, lag }) => ({ name, lag: lag ?? null })) ?? [],
    };
  }

  async function write(tx: Tx, current: ProcessFigures): Promise<void> {
    await tx.rows(sql`insert into process_beat (id, host, pid, version, started_at, figures)
      values (${id}::uuid, ${hostname()}, ${process.pid}, ${buildVersion}, ${startedAt}::timestamptz, ${JSON.stringify(current)}::jsonb)
      on conflict (id) do update set beat_at = now(), figures = excluded.figures`);
    await tx.rows(sql`delete from process_beat where beat_at < now() - ${retention}::interval`);
    for (const outcome of waiting) await tx.rows(storeOutcome(outcome));
  }

  async function beat(): Promise<void> {
    if (isStopped) return;
    try {
      const current = await figures();
      waiting = [...waiting, ...outcomes.take()].slice(-20);
      await database.system((tx) => write(tx, current));
      waiting = [];
    } catch (error) {
      log.debug({ err: error }, "the beat of this process cannot be stored");
    }
  }
  /** One beat at a time: a second call waits for the first. */
  const beatOnce = () => (running ??= beat().finally(() => (running = undefined)));
  const timer = setInterval(() => void beatOnce(), seconds(beatSeconds)).unref();
  // Not before the process has something to say, and not within the measured start.
  const first = setTimeout(() => void beatOnce(), seconds(1)).unref();

  return {
    id,
    beat: beatOnce,
    async stop() {
      clearInterval(timer);
      clearTimeout(first);
      await running;
      await beat();
      isStopped = true;
      delays.disable();
      await database
        .system((tx) => tx.rows(sql`delete from process_beat where id = ${id}::uuid`))
        .catch((error: unknown) => log.debug({ err: error }, "the beat of this process cannot be removed"));
    },
  };
}
