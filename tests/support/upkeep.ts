import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { openQueue, queues } from "#server/jobs/queue.server.ts";
import { createLog } from "#server/process/log.server.ts";
import type { Server } from "./server.ts";

export type UpkeepState = { runs: number; failures: number; isOver: boolean };

/** The number of runs and failures of a maintenance task so far. `isOver`: its last run has ended. */
export async function upkeepState({ database }: Pick<Server, "database">, name: string): Promise<UpkeepState> {
  const [row] = await database.read<UpkeepState>(
    "*",
    sql`select runs, failures, ended_at is not null as "isOver" from upkeep_run where name = ${name}`,
  );
  return row ?? { runs: 0, failures: 0, isOver: true };
}

/** Queues a maintenance task `times` times at once, as the clock does. Returns how often the queue accepted it. */
export async function queueUpkeep({ database }: Pick<Server, "database">, name: string, times = 1): Promise<number> {
  const queue = await openQueue({ database, log: createLog("silent"), isWorking: false });
  const queued = await Promise.all(
    Array.from({ length: times }, () => queue.send(queues.upkeep, { name }, { singletonKey: name })),
  );
  await queue.stop({ graceful: false, close: false });
  return queued.filter((id) => id !== null).length;
}

/** Queues a maintenance task and waits until a run that started afterwards has ended. On the hour all other tasks can be before it in the queue. */
export async function runUpkeep(server: Pick<Server, "database">, name: string): Promise<void> {
  const { runs, isOver } = await upkeepState(server, name);
  const expectedRuns = isOver ? runs + 1 : runs + 2;
  await expect
    .poll(
      async () => {
        await queueUpkeep(server, name);
        const state = await upkeepState(server, name);
        return state.runs >= expectedRuns && state.isOver;
      },
      { timeout: 240_000, interval: 200 },
    )
    .toBe(true);
}

/** Queues a job, as the start of a job does. */
export async function queueJob({ database }: Pick<Server, "database">, id: string, tenantId: string): Promise<void> {
  const queue = await openQueue({ database, log: createLog("silent"), isWorking: false });
  await queue.send(queues.work, { id }, { group: { id: tenantId } });
  await queue.stop({ graceful: false, close: false });
}
