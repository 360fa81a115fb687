import type { Database } from "#server/postgres/database.server.ts";
import type { Advance, Slice } from "./define-job.server.ts";
import { addLogLines, saveAdvance, type Claim, jobsTag, type NewLogLine } from "./job-rows.server.ts";

/** Tells a worker to stop. `taken`: another worker has claimed the job, or it is cancelled. `stopping`: this process stops. */
export class JobInterrupted extends Error {
  readonly reason: "taken" | "stopping";
  constructor(reason: "taken" | "stopping") {
    super(`released: ${reason}`);
    this.reason = reason;
  }
}

/** The suggested number of steps of the first slice, and the largest suggestion. */
const steps = { first: 100, max: 10_000 };
/** ms that a slice should take. */
const sliceDuration = { min: 50, max: 200 };
/** ms between two notifications of browsers about progress. */
const notifyInterval = 250;

/** The number of steps for the next slice, given how long the last one took. */
export function nextSize(size: number, ms: number): number {
  if (ms < sliceDuration.min) return Math.min(steps.max, size * 2);
  return ms > sliceDuration.max ? Math.max(1, Math.floor(size / 2)) : size;
}

type Work = (slice: Slice<unknown>) => Promise<Advance<unknown> | undefined>;
type SliceOptions = {
  database: Database;
  claim: Claim;
  signal: AbortSignal;
  parseCursor: (cursor: unknown) => unknown;
};

/**
 * Returns the function `JobContext.slices` of a claimed job. The effect and the cursor of a slice are one transaction, which fails once another
 * worker has claimed the job: two workers cannot both commit.
 */
export function createSlices({ database, claim, signal, parseCursor }: SliceOptions) {
  let cursor: unknown = claim.cursor ?? undefined;
  let size = steps.first;
  let notifiedAt = 0;
  const parsedCursor = () => (cursor === undefined ? undefined : parseCursor(cursor));

  /** Runs one slice; false when there is nothing left to do. */
  async function runSlice(work: Work): Promise<boolean> {
    const isNotifying = performance.now() - notifiedAt > notifyInterval;
    const advance = await database.tenant(claim.tenantId, async (tx) => {
      // Created inside the transaction, so that a retry starts with no lines.
      const lines: NewLogLine[] = [];
      const log: Slice<unknown>["log"] = (text, level = "info") => void lines.push({ text, level });
      const result = await work({ tx, cursor: parsedCursor(), size, log });
      if (result !== undefined && !(await saveAdvance(tx, claim, result))) throw new JobInterrupted("taken");
      await addLogLines(tx, claim, lines);
      if (result === undefined || isNotifying) await tx.notifyChanged(jobsTag(claim.memberId));
      return result;
    });
    if (isNotifying) notifiedAt = performance.now();
    if (advance === undefined) return false;
    cursor = advance.cursor;
    return true;
  }

  return async function slices(work: Work): Promise<unknown> {
    for (;;) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      if (!(await runSlice(work))) return parsedCursor();
      size = nextSize(size, performance.now() - startedAt);
    }
  };
}
