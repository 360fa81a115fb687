import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { seconds } from "#kit/format.ts";
import type { Problem } from "#kit/problem.ts";
import { allocatorSettings } from "#server/process/allocator.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import type { WorkerAnswer, WorkerRequest } from "./worker-jobs.server.ts";

/** Ten times as long as any file within its limits takes. */
const jobTimeout = seconds(30);
/** The process exits after this idle time, which frees its memory. */
const idleTime = seconds(10);

type PendingJob<Result> = { resolve: (result: Result) => void; reject: (problem: Problem) => void };
type Child<Result> = { process: ChildProcess; jobs: Map<number, PendingJob<Result>>; idleTimer?: NodeJS.Timeout };

/**
 * A process that reads files from outside (worker-jobs.server.ts), started on demand and ended after `idleTime` without a job. A job that takes too
 * long ends it. `file`: the built program; `problems`: what a failed job throws.
 */
export function createWorker<Job, Result, Failure extends string>({
  file,
  what,
  execArgv,
  endsOnFailure = false,
  problems,
  log,
}: {
  file: string;
  /** What it works on, for the log. */
  what: string;
  execArgv: readonly string[];
  /** Whether a failed job ends the process, because it may have left a decoder in an unknown state; only for one job at a time. */
  endsOnFailure?: boolean;
  problems: Record<Failure | "broken", Problem>;
  log: Logger;
}) {
  let worker: Child<Result> | undefined;
  let lastId = 0;

  /** Kills the process; its pending jobs fail. */
  function end(ended: Child<Result>): void {
    if (worker === ended) worker = undefined;
    clearTimeout(ended.idleTimer);
    ended.process.kill("SIGKILL");
    for (const { reject } of ended.jobs.values()) reject(problems.broken);
    ended.jobs.clear();
  }

  /** Settles the job that the process has answered. */
  function settle(child: Child<Result>, answer: WorkerAnswer<Result, Failure>): void {
    const pendingJob = child.jobs.get(answer.id);
    child.jobs.delete(answer.id);
    if ("result" in answer) return pendingJob?.resolve(answer.result);
    if (answer.failure === "broken") log.error({ message: answer.message }, `a ${what} cannot be processed`);
    pendingJob?.reject(problems[answer.failure]);
    if (endsOnFailure) end(child);
  }

  function start(): Child<Result> {
    const env = { PATH: process.env.PATH, ...allocatorSettings };
    const child = fork(path.join(import.meta.dirname, file), { env, execArgv: [...execArgv, "--expose-gc"] });
    const started: Child<Result> = { process: child, jobs: new Map() };
    child.on("message", (answer: WorkerAnswer<Result, Failure>) => settle(started, answer));
    child.once("error", (error) => log.error({ err: error }, `the ${what} process cannot be started`));
    child.once("error", () => end(started));
    child.once("exit", () => end(started));
    // Pending files do not keep a stopping program alive.
    child.unref();
    child.channel?.unref();
    return started;
  }

  return {
    async run(job: Job): Promise<Result> {
      const current = (worker ??= start());
      clearTimeout(current.idleTimer);
      const id = (lastId += 1);
      let limit: NodeJS.Timeout | undefined;
      try {
        return await new Promise((resolve, reject) => {
          current.jobs.set(id, { resolve, reject });
          limit = setTimeout(() => end(current), jobTimeout);
          const request: WorkerRequest<Job> = { id, job };
          current.process.send(request, (error) => error !== null && end(current));
        });
      } finally {
        clearTimeout(limit);
        // Another job may have set the timer.
        clearTimeout(current.idleTimer);
        if (current.jobs.size === 0) current.idleTimer = setTimeout(() => end(current), idleTime).unref();
      }
    },
    stop() {
      if (worker !== undefined) end(worker);
    },
  };
}
