import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { minutes } from "#kit/format.ts";
import { inSpan } from "#server/process/tracing.server.ts";
import type { UpkeepDefinition, UpkeepState } from "./define-upkeep.server.ts";

/** Intervals without a success after which an upkeep task is late. */
export const maxMissedIntervals = 3;

type UpkeepRow = { name: string; secondsSince: number; failures: number; state: UpkeepState | null };

/** The records of all upkeep tasks. `secondsSince`: since the last success, or since the first run. */
export function readUpkeep({ database }: Pick<Services, "database">): Promise<UpkeepRow[]> {
  return database.read<UpkeepRow>(
    "*",
    sql`select name, extract(epoch from now() - coalesce(succeeded_at, created_at))::float8 as "secondsSince", failures, state from upkeep_run`,
  );
}

/** Runs an upkeep task and records the result. A failure is logged and recorded, and does not change the schedule. */
export async function runUpkeep(
  { name, run }: UpkeepDefinition,
  services: Services,
  signal: AbortSignal,
): Promise<void> {
  const { database, log } = services;
  const [previousRun] = await database.system((tx) =>
    tx.rows<{
      state: UpkeepState | null;
    }>(sql`insert into upkeep_run as u (name, started_at, runs) values (${name}, now(), 1)
      on conflict (name) do update set started_at = now(), ended_at = null, runs = u.runs + 1 returning state`),
  );
  try {
    const context = { services, signal, state: previousRun?.state ?? null };
    const state = await inSpan({ name: `upkeep ${name}`, kind: "consumer" }, async () => run(context));
    const nextState = state === undefined ? sql`state` : sql`${JSON.stringify(state)}::jsonb`;
    await database.system((tx) =>
      tx.rows(
        sql`update upkeep_run set ended_at = now(), succeeded_at = now(), problem = null, state = ${nextState} where name = ${name}`,
      ),
    );
  } catch (error) {
    if (signal.aborted) return;
    log.error({ err: error, upkeep: name }, "an upkeep task failed");
    services.errorReports.add({ source: "upkeep", place: name, error });
    const problem = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    await database.system((tx) =>
      tx.rows(
        sql`update upkeep_run set ended_at = now(), failures = failures + 1, problem = ${problem} where name = ${name}`,
      ),
    );
  }
}

/**
 * Returns a check to run every minute: it logs each upkeep task that is late, once until the task succeeds again. The check is not an upkeep task,
 * because it must run even if the queue has stopped. Time before the start of this process does not count.
 */
export function watchUpkeep(services: Services, definitions: readonly UpkeepDefinition[]): () => Promise<void> {
  const lateNames = new Set<string>();
  const startedAt = performance.now();
  return async () => {
    const rows = new Map((await readUpkeep(services)).map((row) => [row.name, row]));
    const uptimeSeconds = (performance.now() - startedAt) / 1000;
    for (const { name, everyMinutes } of definitions) {
      const secondsSince = Math.min(rows.get(name)?.secondsSince ?? uptimeSeconds, uptimeSeconds);
      const isLate = secondsSince * 1000 > maxMissedIntervals * minutes(everyMinutes);
      if (isLate && !lateNames.has(name))
        services.log.error({ alarm: "upkeepLate", upkeep: name, since: secondsSince }, "an upkeep task is late");
      if (isLate) lateNames.add(name);
      else lateNames.delete(name);
    }
  };
}
