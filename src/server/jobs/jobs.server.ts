import type { PgBoss } from "pg-boss";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { minutes, seconds } from "#kit/format.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import type { JobDefinition } from "./define-job.server.ts";
import type { UpkeepDefinition } from "./define-upkeep.server.ts";
import { addJob, cancelJob } from "./job-rows.server.ts";
import { fetching, inTransaction, openQueue, queues } from "./queue.server.ts";
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
  /**
   * Starts a job in the caller's transaction: no commit, no job. `input` has been checked. Returns its id; for a job that runs one at a time, the id
   * of the active one.
   */
  start: (tx: Tx, job: { definition: JobDefinition; input: unknown; who: UserPrincipal }) => Promise<string>;
  /** Cancels a person's own job; false when they have none of this id. */
  cancel: (id: string, who: UserPrincipal) => Promise<boolean>;
  /** Starts working, if `JOBS` allows it. */
  begin: (services: Services) => Promise<void>;
  /** Makes this process stop its jobs at the end of their slices, and claim no more. */
  stop: () => Promise<void>;
};

export type JobFile = JobDefinition | UpkeepDefinition;
const isUpkeep = (file: JobFile): file is UpkeepDefinition => "everyMinutes" in file;
const cronOf = { 1: "* * * * *", 10: "*/10 * * * *", 60: "0 * * * *" } as const;
/** How long a stop waits for slices; unfinished jobs are handed out again when their heartbeat is missed. */
const stopTimeout = seconds(8);

/** @throws on a duplicate name */
function byName<T extends { name: string }>(definitions: readonly T[]): Map<string, T> {
  const found = new Map(definitions.map((definition) => [definition.name, definition]));
  if (found.size < definitions.length) throw new Error("Two jobs have one name.");
  return found;
}

/** Runs the jobs of tickets, and tracks those in progress. */
function createWork(queue: PgBoss, upkeep: ReadonlyMap<string, UpkeepDefinition>, services: Services, runner: Runner) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const track = async (one: Promise<void>) => {
    running.add(one);
    await one.finally(() => running.delete(one));
  };
  return {
    async begin() {
      await queue.work<{ id: string }>(queues.work, { ...fetching.work }, async (tickets) => {
        for (const { data } of tickets) await track(runner.run(data.id));
      });
      await queue.work<{ name: string }>(queues.upkeep, { ...fetching.upkeep }, async (tickets) => {
        for (const { data } of tickets) {
          const definition = upkeep.get(data.name);
          if (definition !== undefined) await track(runUpkeep(definition, services, stopping.signal));
        }
      });
      for (const { key } of await queue.getSchedules(queues.upkeep))
        if (!upkeep.has(key)) await queue.unschedule(queues.upkeep, key);
      for (const { name, everyMinutes } of upkeep.values())
        await queue.schedule(queues.upkeep, cronOf[everyMinutes], { name }, { key: name, singletonKey: name });
    },
    async stop() {
      await Promise.all(Object.values(queues).map((name) => queue.offWork(name, { wait: false })));
      stopping.abort();
      const left = Promise.allSettled([runner.stop(), ...running]);
      await Promise.race([left, new Promise((resolve) => setTimeout(resolve, stopTimeout).unref())]);
    },
  };
}

/** Opens the queue. Work starts with `begin`, once everything that jobs use is there. */
export async function createJobs(
  { database, log, env }: Pick<Services, "database" | "log" | "env">,
  files: readonly JobFile[],
): Promise<Jobs> {
  const definitions = byName(files.filter((file): file is JobDefinition => !isUpkeep(file)));
  const upkeep = byName(files.filter(isUpkeep));
  const queue = await openQueue({ database, log, isWorking: env.JOBS });
  const enqueue = async (tx: Tx, { id, tenantId }: { id: string; tenantId: string }, after: number) =>
    void (await queue.send(queues.work, { id }, { ...inTransaction(tx), group: { id: tenantId }, startAfter: after }));
  let work: ReturnType<typeof createWork> | undefined;
  let watching: NodeJS.Timeout | undefined;

  return {
    definitions,
    async begin(services) {
      const watch = watchUpkeep(services, [...upkeep.values()]);
      const check = () =>
        watch().catch((error: unknown) => log.debug({ err: error }, "the upkeep cannot be looked at now"));
      watching = setInterval(() => void check(), minutes(1)).unref();
      if (!env.JOBS) return;
      work = createWork(queue, upkeep, services, createRunner({ services, definitions, requeue: enqueue }));
      await work.begin();
    },
    async start(tx, { definition: { name, isSingle }, input, who }) {
      const { tenantId, memberId } = who;
      const id = newId();
      const key = isSingle === true ? `${name} ${tenantId}` : id;
      const job = await addJob(tx, { id, tenantId, memberId, name, key, input });
      if (job.isNew) await enqueue(tx, { id, tenantId }, 0);
      return job.id;
    },
    cancel: (id, { tenantId, memberId }) => database.tenant(tenantId, (tx) => cancelJob(tx, { id, memberId })),
    async stop() {
      clearInterval(watching);
      await work?.stop();
      await queue.stop({ graceful: false, close: false });
    },
  };
}
