import type { Database } from "#server/postgres/database.server.ts";
import type { Advance, Slice } from "./define-job.server.ts";
import { addLines, advanceJob, type Claim, jobsTag, type Line } from "./job-rows.server.ts";

/** Why a worker has to stop working at a job. */
export class Released extends Error {
  readonly reason: "taken" | "stopping";
  constructor(reason: "taken" | "stopping") {
    super(`released: ${reason}`);
    this.reason = reason;
  }
}

/** Steps of the first slice, and of the largest; ms that a slice should take at least and at most; ms between two signs of progress. */
const steps = { first: 100, max: 10_000 };
const duration = { min: 50, max: 200 };
const heartbeatInterval = 250;

/** The number of steps for the next slice, given how long the last one took. */
export function nextSize(size: number, ms: number): number {
  if (ms < duration.min) return Math.min(steps.max, size * 2);
  return ms > duration.max ? Math.max(1, Math.floor(size / 2)) : size;
}

type Work = (slice: Slice<unknown>) => Promise<Advance<unknown> | undefined>;
type Slicing = { database: Database; claim: Claim; signal: AbortSignal; parseCursor: (cursor: unknown) => unknown };

/**
 * Runs a job's work slice by slice (see `JobContext.slices`). Effect and cursor are one transaction, which fails once another worker has claimed the
 * job: two workers cannot both commit.
 */
export function createSlices({ database, claim, signal, parseCursor }: Slicing) {
  let cursor: unknown = claim.cursor ?? undefined;
  let size = steps.first;
  let signedAt = 0;
  const parsedCursor = () => (cursor === undefined ? undefined : parseCursor(cursor));

  /** Runs one slice; false when there is nothing left to do. */
  async function doOne(work: Work): Promise<boolean> {
    const isSign = performance.now() - signedAt > heartbeatInterval;
    const advance = await database.tenant(claim.tenantId, async (tx) => {
      // Reset on every retry of the transaction.
      const lines: Line[] = [];
      const log: Slice<unknown>["log"] = (text, level = "info") => void lines.push({ text, level });
      const result = await work({ tx, cursor: parsedCursor(), size, log });
      if (result !== undefined && !(await advanceJob(tx, claim, result))) throw new Released("taken");
      await addLines(tx, claim, lines);
      if (result === undefined || isSign) await tx.changed(jobsTag(claim.memberId));
      return result;
    });
    if (isSign) signedAt = performance.now();
    if (advance !== undefined) ({ cursor } = advance);
    return advance !== undefined;
  }

  return async function slices(work: Work): Promise<unknown> {
    for (;;) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      if (!(await doOne(work))) return parsedCursor();
      size = nextSize(size, performance.now() - startedAt);
    }
  };
}
