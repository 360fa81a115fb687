import { sql } from "drizzle-orm";
import { forbiddenText } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { JobProblem } from "#kit/job.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { inSpan } from "#server/process/tracing.server.ts";
import { outcomeReason } from "#server/process/outcomes.server.ts";
import type { JobContext, JobDefinition, JobResult } from "./define-job.server.ts";
import {
  cancelledId,
  type Claim,
  claimJob,
  endCancelledJob,
  failJob,
  countFailures,
  finishJob,
  maxFailures,
  releaseJob,
  updateProgress,
} from "./job-rows.server.ts";
import { createSlices, JobInterrupted } from "./slices.server.ts";

const texts = {
  failed: { zh: "任务未能完成，请稍后重试", en: "The job could not be completed. Try again later." },
  unknownJob: { zh: "当前版本不再支持此任务", en: "This version no longer supports this job" },
};
/** Seconds before a retry, indexed by the number of failures. */
const retryDelays = [0, 5, 25];

/** Minimum ms between two updates of the displayed progress within a slice. */
const progressInterval = 250;

/** Limits `update` to one call per `progressInterval`; further calls are dropped. */
function throttle(update: (done: number) => Promise<void>): (done: number) => Promise<void> {
  let shownAt = Number.NEGATIVE_INFINITY;
  return async (done) => {
    if (performance.now() - shownAt < progressInterval) return;
    shownAt = performance.now();
    await update(done);
  };
}

type Dependencies = {
  services: Services;
  definitions: ReadonlyMap<string, JobDefinition>;
  /** Queues the job again, in the transaction, with a delay in seconds. */
  requeue: (tx: Tx, claim: Claim, delaySeconds: number) => Promise<void>;
};

/** The end of a job, for its notice. */
type Ending = { event: "job.done" | "job.failed"; detail: Text; url?: string };

export type Runner = {
  /**
   * Runs the job of this id until it ends or has to be queued again.
   * @throws when the result cannot be stored: then the queue hands the job out again
   */
  run: (id: string) => Promise<void>;
  /** Makes every job stop at the end of its slice and return to the queue. */
  stop: () => Promise<void>;
};

/**
 * Runs jobs that the queue hands out. A job may be handed out while another process still runs it: only the worker with the newest `attempt` can
 * commit.
 */
export function createRunner({ services, definitions, requeue }: Dependencies): Runner {
  const { database, log } = services;
  const running = new Map<string, { abort: AbortController; work: Promise<void> }>();
  database.onChanged((tags) => {
    for (const tag of tags) running.get(cancelledId(tag) ?? "")?.abort.abort(new JobInterrupted("taken"));
  });

  /** Updates the displayed progress of the job. @throws {JobInterrupted} when another worker has claimed the job */
  async function showProgress(claim: Claim, change: Parameters<typeof updateProgress>[2]): Promise<void> {
    if (!(await database.tenant(claim.tenantId, (tx) => updateProgress(tx, claim, change))))
      throw new JobInterrupted("taken");
  }

  /** Adds the notice about the end of a job. It does not link to a file, because files of jobs expire; the job itself has that link. */
  async function addEndNotice(
    tx: Tx,
    { id, name, tenantId, memberId }: Claim,
    { event, detail, url }: Ending,
  ): Promise<void> {
    const title = definitions.get(name)?.title ?? { zh: name, en: name };
    const link = url?.startsWith("/files/") === false ? { url } : {};
    const notice = { event, about: id, content: { title, detail }, ...link };
    await addNotices(tx, { tenantId, memberIds: [memberId] }, notice);
  }

  async function perform(claim: Claim, signal: AbortSignal): Promise<JobResult> {
    const definition = definitions.get(claim.name);
    if (definition === undefined) throw new Problem("notFound", texts.unknownJob);
    if (!claim.isMember) throw new Problem("forbidden", forbiddenText);
    const { id: jobId, tenantId, memberId } = claim;
    const parseCursor = (cursor: unknown) => definition.cursor.parse(cursor);
    const context: JobContext<unknown> = {
      jobId,
      tenantId,
      memberId,
      services,
      signal,
      cursor: claim.cursor === null ? undefined : parseCursor(claim.cursor),
      setTotal: (total) => showProgress(claim, { total }),
      setDone: throttle((done) => showProgress(claim, { done })),
      setStage: (stage) => showProgress(claim, { stage }),
      slices: createSlices({ database, claim, signal, parseCursor }),
    };
    return definition.run(definition.input.parse(claim.input), context);
  }

  /**
   * Queues a failed job again, or ends it after `maxFailures`. A `Problem` ends the job at once, because a retry would raise it again; but
   * `unavailable` is rethrown, so that the queue hands the job out again.
   */
  async function settleFailure(error: unknown, claim: Claim): Promise<void> {
    if (error instanceof Problem && error.code === "unavailable") throw error;
    const reference = newId();
    log.error({ err: error, job: claim.name, id: claim.id, reference }, "a job failed");
    if (!(error instanceof Problem)) services.errorReports.add({ source: "job", place: claim.name, error, reference });
    await database.system(async (tx) => {
      const failures = (await countFailures(tx, claim)) + 1;
      const isFinal = error instanceof Problem || failures >= maxFailures;
      if (isFinal) {
        const problem: JobProblem =
          error instanceof Problem
            ? { text: error.text, reference, code: error.code }
            : { text: texts.failed, reference, error: outcomeReason(error) };
        if (await failJob(tx, claim, problem))
          await addEndNotice(tx, claim, { event: "job.failed", detail: problem.text });
        return undefined;
      }
      await releaseJob(tx, claim, true);
      return requeue(tx, claim, retryDelays[failures] ?? 0);
    });
  }

  async function handleFailure(error: unknown, claim: Claim): Promise<void> {
    if (!(error instanceof JobInterrupted)) return settleFailure(error, claim);
    // Another worker goes on with the job, or it is cancelled and ends here.
    if (error.reason === "taken")
      return database.system((tx) => endCancelledJob(tx, sql`id = ${claim.id}::uuid and attempt = ${claim.attempt}`));
    // This process stops: the job returns to the queue, for another process.
    await database.system(async (tx) => {
      await releaseJob(tx, claim, false);
      await requeue(tx, claim, 0);
    });
  }

  async function work(claim: Claim, signal: AbortSignal): Promise<void> {
    try {
      const span = { name: `job ${claim.name}`, kind: "consumer", attributes: { "meridian.job": claim.name } } as const;
      const result = await inSpan(span, () => perform(claim, signal));
      await database.system(async (tx) => {
        if (!(await finishJob(tx, claim, result))) return;
        await addEndNotice(tx, claim, {
          event: "job.done",
          detail: result.text,
          ...(result.url === undefined ? {} : { url: result.url }),
        });
      });
    } catch (error) {
      // After an abort, the reason counts instead of the error, which may be a consequence of the abort.
      await handleFailure(signal.aborted ? signal.reason : error, claim);
    }
  }

  return {
    async run(id) {
      const claim = await database.system((tx) => claimJob(tx, id));
      if (claim === undefined) return;
      const abort = new AbortController();
      const run = { abort, work: work(claim, abort.signal) };
      running.set(id, run);
      try {
        await run.work;
      } finally {
        if (running.get(id) === run) running.delete(id);
      }
    },
    async stop() {
      const runs = [...running.values()];
      for (const { abort } of runs) abort.abort(new JobInterrupted("stopping"));
      await Promise.allSettled(runs.map((run) => run.work));
    },
  };
}
