import { isDeepStrictEqual } from "node:util";
import type { PgBoss } from "pg-boss";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { minutes, seconds } from "#kit/format.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { inSpan } from "#server/process/tracing.server.ts";
import type { ErrandDefinition, ErrandTarget } from "./define-errand.server.ts";
import type { JobDefinition } from "./define-job.server.ts";
import type { UpkeepDefinition } from "./define-upkeep.server.ts";
import {
  addJob,
  cancelJob,
  type ChangedJob,
  findNewestJob,
  type JobRow,
  queuedJobsOf,
  retryJob,
  stopJobsOf,
} from "./job-rows.server.ts";
import { inTransaction, openQueue, queues, workerCounts, workerOptions } from "./queue.server.ts";
import { createRunner, type Runner } from "./runner.server.ts";
import { runUpkeep, watchUpkeep } from "./upkeep.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    jobs: Jobs;
  }
}

export type Jobs = {
  /** All job definitions, by name. */
  definitions: ReadonlyMap<string, JobDefinition>;
  /** All upkeep tasks, by name. */
  upkeep: ReadonlyMap<string, UpkeepDefinition>;
  /**
   * Starts a job in the caller's transaction, if that commits. `input` must be valid. Returns the id of the new job, or of the active one if the
   * definition allows only one at a time.
   */
  start: (tx: Tx, job: { definition: JobDefinition; input: unknown; principal: UserPrincipal }) => Promise<string>;
  /** The newest job of a person with this name and key (`JobDefinition.keyOf`); undefined when there is none. */
  findNewest: (name: string, objectKey: string, principal: UserPrincipal) => Promise<JobRow | undefined>;
  /** Cancels a person's own job; false when the person has no job with this id. */
  cancel: (id: string, principal: UserPrincipal) => Promise<boolean>;
  /** Cancels a job of any person; undefined when there is none with this id. `isCancelled`: it was under way. */
  cancelAny: (tx: Tx, id: string) => Promise<(ChangedJob & { isCancelled: boolean }) | undefined>;
  /** Queues a failed job again, which goes on where it was; undefined when it cannot be retried (`isRetryable`). */
  retry: (tx: Tx, id: string) => Promise<ChangedJob | undefined>;
  /** Stops the jobs of a suspended space, which stay queued. */
  stopSpace: (tx: Tx, tenantId: string) => Promise<void>;
  /** Queues the jobs of a space that is no longer suspended. */
  resumeSpace: (tx: Tx, tenantId: string) => Promise<void>;
  /** Queues the errand of this name for an object, unless it is queued already. */
  announce: (name: string, target: ErrandTarget) => Promise<void>;
  /** Starts the workers of this process, if the setting `JOBS` allows it. */
  begin: (services: Services) => Promise<void>;
  /** Stops the workers of this process: jobs stop at the end of their slices. */
  stop: () => Promise<void>;
};

/** The default export of a file in a folder `jobs`. */
export type JobFile = JobDefinition | UpkeepDefinition | ErrandDefinition;
// `satisfies` makes a renamed property a type error: `in` itself accepts any string.
const isUpkeep = (file: JobFile): file is UpkeepDefinition => ("everyMinutes" satisfies keyof UpkeepDefinition) in file;
const isErrand = (file: JobFile): file is ErrandDefinition => ("targetOf" satisfies keyof ErrandDefinition) in file;
const isJob = (file: JobFile): file is JobDefinition => !isUpkeep(file) && !isErrand(file);
type Errands = ReadonlyMap<string, ErrandDefinition>;
const cronOf = { 1: "* * * * *", 10: "*/10 * * * *", 60: "0 * * * *" } as const;
/** The longest time in ms that a stop waits for slices. The queue hands an unfinished job out again once its heartbeat is missing. */
const stopTimeout = seconds(8);

/** The key of which only one job is active. It names the space: an id in the input may be that of an object of another space. */
const activeKey = (name: string, tenantId: string, objectKey: string) => `${name} ${tenantId} ${objectKey}`.trimEnd();

/** @throws {Error} when two definitions have the same name */
function byName<T extends { name: string }>(definitions: readonly T[]): Map<string, T> {
  const result = new Map(definitions.map((definition) => [definition.name, definition]));
  if (result.size < definitions.length) throw new Error("Two jobs have one name.");
  return result;
}

/** Workers that fetch tickets from the queue and run their jobs, upkeep tasks and errands. */
function createWorkers(
  queue: PgBoss,
  { upkeep, errands }: { upkeep: ReadonlyMap<string, UpkeepDefinition>; errands: Errands },
  services: Services,
  runner: Runner,
) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const track = async (task: Promise<void>) => {
    running.add(task);
    await task.finally(() => running.delete(task));
  };
  /** Adds the workers of a queue. After its tickets each fetches the next one at once, instead of with its next poll. */
  async function addWorkers<T extends object>(name: keyof typeof queues, handle: (data: T) => Promise<void>) {
    for (let index = 0; index < workerCounts[name]; index += 1) {
      const worker = await queue.work<T>(queues[name], { ...workerOptions[name] }, async (tickets) => {
        try {
          for (const { data } of tickets) await handle(data);
        } catch (error) {
          // A failed errand is not retried. The others are, so they wait for the next poll.
          if (name === "errand") queue.notifyWorker(worker);
          throw error;
        }
        queue.notifyWorker(worker);
      });
    }
  }
  async function runErrand({ name, ...target }: ErrandTarget & { name: string }): Promise<void> {
    // Upkeep tasks queue the work of a suspended space again, so it is done once the space is resumed.
    if ((await services.tenants.suspensionOf(target.tenantId)) !== null) return;
    const errand = errands.get(name);
    if (errand === undefined) return;
    const work = () => errand.work(target, { services, signal: stopping.signal });
    await track(inSpan({ name: `errand ${name}`, kind: "consumer" }, work));
  }
  return {
    async begin() {
      await addWorkers<{ id: string }>("work", ({ id }) => track(runner.run(id)));
      await addWorkers<{ name: string }>("upkeep", async ({ name }) => {
        const definition = upkeep.get(name);
        if (definition !== undefined) await track(runUpkeep(definition, services, stopping.signal));
      });
      await addWorkers("errand", runErrand);
      const schedules = new Map((await queue.getSchedules(queues.upkeep)).map((schedule) => [schedule.key, schedule]));
      // Removes the schedules of tasks that no longer exist.
      for (const key of schedules.keys()) if (!upkeep.has(key)) await queue.unschedule(queues.upkeep, key);
      for (const { name, everyMinutes } of upkeep.values()) {
        const [cron, data, options] = [cronOf[everyMinutes], { name }, { key: name, singletonKey: name }];
        const { cron: knownCron, data: knownData, options: knownOptions } = schedules.get(name) ?? {};
        // Parsing and writing schedules that have not changed would be a tenth of the time of a start.
        if (!isDeepStrictEqual([knownCron, knownData, knownOptions], [cron, data, options]))
          await queue.schedule(queues.upkeep, cron, data, options);
      }
    },
    async stop() {
      await Promise.all(Object.values(queues).map((name) => queue.offWork(name, { wait: false })));
      stopping.abort();
      const pending = Promise.allSettled([runner.stop(), ...running]);
      await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, stopTimeout).unref())]);
    },
  };
}

/** Opens the queue. The workers start with `begin`, because jobs use services that are created later. */
export async function createJobs(
  { database, log, env }: Pick<Services, "database" | "log" | "env">,
  files: readonly JobFile[],
): Promise<Jobs> {
  const definitions = byName(files.filter(isJob));
  const upkeep = byName(files.filter(isUpkeep));
  const errands = byName(files.filter(isErrand));
  const queue = await openQueue({ database, log, isWorking: env.JOBS });
  const enqueue = async (tx: Tx, { id, tenantId }: { id: string; tenantId: string }, delaySeconds: number) =>
    void (await queue.send(
      queues.work,
      { id },
      { ...inTransaction(tx), group: { id: tenantId }, startAfter: delaySeconds },
    ));
  const announce = async (name: string, target: ErrandTarget) =>
    void (await queue.send(
      queues.errand,
      { name, ...target },
      { singletonKey: `${name} ${target.id}`, group: { id: target.tenantId } },
    ));
  /** Queues the errands that tags announce. Every process gets the tags and calls this; `singletonKey` prevents duplicates. */
  function announceAll(tags: readonly string[]): void {
    for (const { name, targetOf } of errands.values())
      for (const target of tags.flatMap((tag) => targetOf(tag) ?? []))
        announce(name, target).catch((error: unknown) =>
          log.warn({ err: error, errand: name }, "an errand has to wait"),
        );
  }
  let workers: ReturnType<typeof createWorkers> | undefined;
  let watchTimer: NodeJS.Timeout | undefined;

  return {
    definitions,
    upkeep,
    async begin(services) {
      const watch = watchUpkeep(services, [...upkeep.values()]);
      const check = () =>
        watch().catch((error: unknown) => log.debug({ err: error }, "the state of the upkeep tasks cannot be read"));
      watchTimer = setInterval(() => void check(), minutes(1)).unref();
      if (!env.JOBS) return;
      const runner = createRunner({ services, definitions, requeue: enqueue });
      workers = createWorkers(queue, { upkeep, errands }, services, runner);
      database.onChanged(announceAll);
      await workers.begin();
    },
    announce,
    stopSpace: stopJobsOf,
    async resumeSpace(tx, tenantId) {
      for (const { id } of await queuedJobsOf(tx, tenantId)) await enqueue(tx, { id, tenantId }, 0);
    },
    findNewest: (name, objectKey, { tenantId, memberId }) =>
      findNewestJob((query) => database.read(tenantId, query), {
        tenantId,
        memberId,
        key: activeKey(name, tenantId, objectKey),
      }),
    async start(tx, { definition: { name, isOnePerSpace, keyOf }, input, principal }) {
      const { tenantId, memberId } = principal;
      const id = newId();
      const object = isOnePerSpace === true ? "" : keyOf?.(input);
      const key = object === undefined ? id : activeKey(name, tenantId, object);
      const job = await addJob(tx, { id, tenantId, memberId, name, key, input });
      if (job.isNew) await enqueue(tx, { id, tenantId }, 0);
      return job.id;
    },
    cancel: async (id, { tenantId, memberId }) =>
      (await database.tenant(tenantId, (tx) => cancelJob(tx, { id, memberId }))) !== undefined,
    cancelAny: (tx, id) => cancelJob(tx, { id }),
    async retry(tx, id) {
      const job = await retryJob(tx, id);
      if (job !== undefined) await enqueue(tx, { id, tenantId: job.tenantId }, 0);
      return job;
    },
    async stop() {
      clearInterval(watchTimer);
      await workers?.stop();
      await queue.stop({ graceful: false, close: false });
    },
  };
}
