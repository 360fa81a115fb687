import { PgBoss } from "pg-boss";
import { hours } from "#kit/format.ts";
import type { Database, Execute } from "#server/postgres/database.server.ts";
import { queueSchema } from "#server/postgres/queue-schema.server.ts";
import type { Logger } from "#server/process/log.server.ts";

/**
 * The queues. An entry of a queue is called a ticket: it names the work that a worker does when it fetches the ticket. `work`: jobs of people, by id.
 * `upkeep`: upkeep tasks, by name. `errand`: errands, by name and the id of their object.
 */
export const queues = { work: "work", upkeep: "upkeep", errand: "errand" } as const;

const secondsPerDay = hours(24) / 1000;
/** The longest run in seconds that the library allows; after that, the queue hands the job out again and it continues. */
const maxDuration = hours(23) / 1000;
/** Seconds without a heartbeat after which a worker loses its ticket. */
const heartbeatOptions = { heartbeatSeconds: 10 };
/** Tickets are retried without limit: failures of a job are counted in its own row. */
const ticketOptions = {
  ...heartbeatOptions,
  notify: true,
  retryLimit: 1_000_000,
  retryDelay: 0,
  expireInSeconds: maxDuration,
  deleteAfterSeconds: 3600,
};
/** Waiting tickets practically never expire, because nothing would add them again. */
const retentionOptions = { retentionSeconds: 365 * secondsPerDay };

/** Returned tickets are not announced, so workers poll. */
const pollingOptions = { pollingIntervalSeconds: 3, notifyPollingIntervalSeconds: 3 };
/** Errands are never returned, so their workers poll rarely while announcements arrive. */
const announcedOptions = { pollingIntervalSeconds: 3, notifyPollingIntervalSeconds: 30 };
/** The workers of each queue in a process. */
export const workerCounts = { work: 2, upkeep: 1, errand: 4 } as const;
/** Fetch options of workers. */
export const workerOptions = {
  [queues.work]: {
    groupConcurrency: { default: 2 },
    heartbeatRefreshSeconds: 3,
    ...pollingOptions,
  },
  [queues.upkeep]: { heartbeatRefreshSeconds: 3, ...pollingOptions },
  [queues.errand]: { groupConcurrency: { default: 2 }, heartbeatRefreshSeconds: 3, ...announcedOptions },
} as const;

/** The library's SQL, on our connections. */
const adapter = (execute: Execute) => ({ executeSql: execute });
/** Makes the library write in our transaction, so that its tickets exist only if that commits. */
export const inTransaction = ({ execute }: { execute: Execute }) => ({ db: adapter(execute) });

/** Opens the queue. Its tables must exist (server/postgres/queue-schema.server.ts). */
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
  await boss.createQueue(queues.work, { policy: "standard", ...ticketOptions, ...retentionOptions });
  await boss.createQueue(queues.upkeep, { policy: "exclusive", ...ticketOptions });
  // One active and one queued ticket per object, so that an announcement during the work is not missed. Upkeep tasks queue failed errands again.
  await boss.createQueue(queues.errand, { policy: "stately", ...ticketOptions, retryLimit: 0 });
  return boss;
}
