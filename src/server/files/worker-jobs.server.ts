import { constants, setPriority } from "node:os";

/** Messages between the program and a process that works for it (worker.server.ts). */
export type WorkerRequest<Job> = { id: number; job: Job };
/** `broken`: the process failed; all other failures are caused by the file itself. */
export type WorkerAnswer<Result, Failure extends string> =
  | { id: number; result: Result }
  | { id: number; failure: Failure | "broken"; message: string };

/** A job that is refused because of its file. */
export class JobRefusal<Failure extends string> extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Makes this process one that works for the program: at low priority, so that pages and sign-ins go first, until the program disconnects or ends. */
export function answerJobs<Job, Result>(runJob: (job: Job) => Promise<Result>): void {
  // Threads started later inherit it.
  setPriority(constants.priority.PRIORITY_LOW);
  const sendAnswer = (message: WorkerAnswer<Result, string>) => process.send?.(message, () => undefined);
  process.on("message", ({ id, job }: WorkerRequest<Job>) => {
    // Frees a job's memory before its answer is sent.
    const running = runJob(job).finally(() => globalThis.gc?.());
    running.then(
      (result) => sendAnswer({ id, result }),
      (error: unknown) => {
        const failure = error instanceof JobRefusal ? (error.failure as string) : "broken";
        sendAnswer({ id, failure, message: String(error) });
      },
    );
  });
  // Ctrl-C sends a signal to the whole process group; this process ignores signals.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.once("disconnect", () => process.exit());
}
