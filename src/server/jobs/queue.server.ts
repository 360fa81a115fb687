import { PgBoss } from "pg-boss";
import { hours } from "#kit/format.ts";
import type { Database, Execute } from "#server/postgres/database.server.ts";
import { queueSchema } from "#server/postgres/queue-schema.server.ts";
import type { Logger } from "#server/process/log.server.ts";

/** `work`: jobs of people, by id. `upkeep`: maintenance jobs of the program, by name. `errand`: its work on single objects, by their id. */
export const queues = { work: "work", upkeep: "upkeep", errand: "errand" } as const;

const day = hours(24) / 1000;
/** Seconds, the maximum that the library allows; then the job is handed out again and continues. */
const maxDuration = hours(23) / 1000;
/** Seconds without a heartbeat after which a worker loses its ticket. */
const heartbeat = { heartbeatSeconds: 10 };
/** Tickets are retried without limit: failures of a job are counted in its own row. */
const ticket = {
  ...heartbeat,
  notify: true,
  retryLimit: 1_000_000,
  retryDelay: 0,
  expireInSeconds: maxDuration,
  deleteAfterSeconds: 3600,
};
/** Waiting tickets practically never expire, because nothing would add them again. */
const retention = { retentionSeconds: 365 * day };

/** Returned tickets are not announced, so workers poll. */
const poll = { pollingIntervalSeconds: 3, notifyPollingIntervalSeconds: 3 };
/** Fetch options of workers. */
export const fetching = {
  [queues.work]: {
    localConcurrency: 2,
    groupConcurrency: { default: 2 },
    heartbeatRefreshSeconds: 3,
    ...poll,
  },
  [queues.upkeep]: { localConcurrency: 1, heartbeatRefreshSeconds: 3, ...poll },
  [queues.errand]: {
    localConcurrency: 4,
    groupConcurrency: { default: 2 },
    heartbeatRefreshSeconds: 3,
    ...poll,
  },
} as const;

/** The library's SQL, on our connections. */
const adapter = (execute: Execute) => ({ executeSql: execute });
/** Has the library write in a transaction of ours: no commit, no ticket. */
export const inTransaction = ({ execute }: { execute: Execute }) => ({ db: adapter(execute) });

/** Opens the queue; its tables are there already (server/postgres/queue-schema.server.ts). */
export async function openQueue({
  database,
  log,
  isWorking,
}: {
  database: Database;
  log: Logger;
  isWorking: boolean;
}): Promise<PgBoss> {
  const boss = new PgBoss({
    db: {
      ...adapter(database.execute),
      async listen(channel, onMessage, onGap) {
        return { close: await database.listen(channel, { onMessage, onGap }) };
      },
    },
    schema: queueSchema,
    migrate: false,
    supervise: isWorking,
    schedule: isWorking,
    useListenNotify: isWorking,
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
    persistQueueStats: false,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the queue is unavailable"));
  boss.on("warning", (warning) => log.warn({ warning }, "the queue warns"));
  await boss.start();
  await boss.createQueue(queues.work, { policy: "standard", ...ticket, ...retention });
  await boss.createQueue(queues.upkeep, { policy: "exclusive", ...ticket });
  // One active and one queued ticket per object, so that an announcement during the work is not missed. Failed errands are queued again by their upkeep.
  await boss.createQueue(queues.errand, { policy: "stately", ...ticket, retryLimit: 0 });
  return boss;
}
