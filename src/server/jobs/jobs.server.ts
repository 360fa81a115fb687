import type { PgBoss } from "pg-boss";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { minutes, seconds } from "#kit/format.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import type { ErrandDefinition, ErrandTarget } from "./define-errand.server.ts";
import type { JobDefinition } from "./define-job.server.ts";
import type { UpkeepDefinition } from "./define-upkeep.server.ts";
import { addJob, cancelJob, findNewestJob, type JobRow } from "./job-rows.server.ts";
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
  start: (tx: Tx, job: { definition: JobDefinition; input: unknown; principal: UserPrincipal }) => Promise<string>;
  /** The newest job of a person about a thing (`JobDefinition.keyOf`); undefined when there is none. */
  newestAbout: (name: string, thing: string, principal: UserPrincipal) => Promise<JobRow | undefined>;
  /** Cancels a person's own job; false when they have none of this id. */
  cancel: (id: string, principal: UserPrincipal) => Promise<boolean>;
  /** Queues the errand of this name for an object, unless it is queued already. */
  announce: (name: string, thing: ErrandTarget) => Promise<void>;
  /** Starts working, if `JOBS` allows it. */
  begin: (services: Services) => Promise<void>;
  /** Makes this process stop its jobs at the end of their slices, and claim no more. */
  stop: () => Promise<void>;
};

export type JobFile = JobDefinition | UpkeepDefinition | ErrandDefinition;
const isUpkeep = (file: JobFile): file is UpkeepDefinition => "everyMinutes" in file;
const isErrand = (file: JobFile): file is ErrandDefinition => "targetOf" in file;
const isJob = (file: JobFile): file is JobDefinition => !isUpkeep(file) && !isErrand(file);
type Errands = ReadonlyMap<string, ErrandDefinition>;
const cronOf = { 1: "* * * * *", 10: "*/10 * * * *", 60: "0 * * * *" } as const;
/** How long a stop waits for slices; unfinished jobs are handed out again when their heartbeat is missed. */
const stopTimeout = seconds(8);

/** @throws on a duplicate name */
function byName<T extends { name: string }>(definitions: readonly T[]): Map<string, T> {
  const result = new Map(definitions.map((definition) => [definition.name, definition]));
  if (result.size < definitions.length) throw new Error("Two jobs have one name.");
  return result;
}

/** Runs the jobs of tickets, and tracks those in progress. */
function createWork(
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
      await queue.work<ErrandTarget & { name: string }>(queues.errand, { ...fetching.errand }, async (tickets) => {
        for (const { data } of tickets) {
          const { name, ...thing } = data;
          const work = errands.get(name)?.work(thing, { services, signal: stopping.signal });
          if (work !== undefined) await track(work);
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
      const pending = Promise.allSettled([runner.stop(), ...running]);
      await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, stopTimeout).unref())]);
    },
  };
}

/** Opens the queue. Work starts with `begin`, once everything that jobs use is there. */
export async function createJobs(
  { database, log, env }: Pick<Services, "database" | "log" | "env">,
  files: readonly JobFile[],
): Promise<Jobs> {
  const definitions = byName(files.filter(isJob));
  const upkeep = byName(files.filter(isUpkeep));
  const errands = byName(files.filter(isErrand));
  const queue = await openQueue({ database, log, isWorking: env.JOBS });
  const enqueue = async (tx: Tx, { id, tenantId }: { id: string; tenantId: string }, after: number) =>
    void (await queue.send(queues.work, { id }, { ...inTransaction(tx), group: { id: tenantId }, startAfter: after }));
  const announce = async (name: string, thing: ErrandTarget) =>
    void (await queue.send(
      queues.errand,
      { name, ...thing },
      { singletonKey: `${name} ${thing.id}`, group: { id: thing.tenantId } },
    ));
  /** Every process gets the tags of a change: the first to queue the errand suffices. */
  function announceAll(tags: readonly string[]): void {
    for (const { name, targetOf } of errands.values())
      for (const thing of tags.flatMap((tag) => targetOf(tag) ?? []))
        announce(name, thing).catch((error: unknown) =>
          log.warn({ err: error, errand: name }, "an errand has to wait"),
        );
  }
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
      const runner = createRunner({ services, definitions, requeue: enqueue });
      work = createWork(queue, { upkeep, errands }, services, runner);
      database.onChanged(announceAll);
      await work.begin();
    },
    announce,
    newestAbout: (name, thing, { tenantId, memberId }) =>
      findNewestJob((query) => database.read(tenantId, query), { tenantId, memberId, key: `${name} ${thing}` }),
    async start(tx, { definition: { name, isSingle, keyOf }, input, principal }) {
      const { tenantId, memberId } = principal;
      const id = newId();
      const thing = isSingle === true ? tenantId : keyOf?.(input);
      const key = thing === undefined ? id : `${name} ${thing}`;
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
