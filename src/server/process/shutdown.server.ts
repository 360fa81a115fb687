import type { Logger } from "./log.server.ts";

type Step = () => Promise<unknown>;

/** Thrown by `add` to abort a start when a shutdown was requested in the meantime. */
class StartAborted extends Error {}

export type Shutdown = {
  /**
   * Registers the stop function of something that was just started; last started is stopped first.
   * @throws when a shutdown has been requested since
   */
  add: (step: Step) => void;
  /** Begins the shutdown. Repeated calls have no effect: after one Ctrl+C, the terminal, npm and the supervisor all send a signal. */
  begin: () => void;
};

/**
 * Runs `start`, and shuts the process down on request or on an uncaught error: waits for the current step of the start, then stops everything, last
 * to first. Cut off after `limit` ms.
 * @param options.exitCodeOf the exit code for an error; a requested shutdown exits with 0
 * @param options.onFailure told of the error that ends the process, and of each part that could not be stopped
 */
export async function runUntilStopped(
  start: (shutdown: Shutdown) => Promise<void>,
  {
    log,
    limit,
    exitCodeOf,
    onFailure,
  }: {
    log: Pick<Logger, "error" | "fatal">;
    limit: number;
    exitCodeOf: (error: unknown) => number;
    onFailure: (error: unknown) => void;
  },
): Promise<void> {
  const steps: Step[] = [];
  let isEnding = false;
  let started: Promise<number> = Promise.resolve(0);

  /** Stops everything that was started; returns the exit code. */
  async function stopAll(): Promise<number> {
    let code = 0;
    for (const step of steps.toReversed())
      await step().catch((error: unknown) => {
        log.error({ err: error }, "a part of the program could not be stopped properly");
        onFailure(error);
        code = 1;
      });
    return code;
  }

  async function end(code: number): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => {
      log.error(`did not end within ${limit} ms`);
      process.exit(1);
    }, limit);
    const codes = [code, await started, await stopAll()];
    process.exit(codes.find((item) => item !== 0) ?? 0);
  }

  function fail(error: unknown): void {
    log.fatal({ err: error }, "stopping after an error");
    onFailure(error);
    void end(exitCodeOf(error));
  }

  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void end(0));
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);

  const shutdown: Shutdown = {
    add(step) {
      steps.push(step);
      if (isEnding) throw new StartAborted("The start was cut short.");
    },
    begin: () => void end(0),
  };
  started = start(shutdown).then(
    () => 0,
    (error: unknown) => {
      if (error instanceof StartAborted) return 0;
      // Also to the terminal, because the start may fail before there is a log.
      console.error(error instanceof Error ? error.message : error);
      return exitCodeOf(error);
    },
  );
  const code = await started;
  if (code !== 0) await end(code);
}
