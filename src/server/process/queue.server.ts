import type { Problem } from "#kit/problem.ts";

/** A queue that runs at most `concurrency` tasks at a time, in order of arrival. It throws `refusal` while `maxWaiting` tasks wait. */
export function createQueue({
  concurrency,
  maxWaiting,
  refusal,
}: {
  concurrency: number;
  maxWaiting: number;
  refusal: Problem;
}) {
  let running = 0;
  const waiting: (() => void)[] = [];
  /** Throws if the queue is full, so that callers can refuse before they do any work. */
  function refuseWhenFull(): void {
    if (running >= concurrency && waiting.length >= maxWaiting) throw refusal;
  }
  async function enqueue<T>(work: () => Promise<T>): Promise<T> {
    refuseWhenFull();
    if (running < concurrency) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }
  return { enqueue, refuseWhenFull };
}

/** Limits the concurrent tasks of each owner to `max`; a further task throws `refusal`. */
export function createShares({ max, refusal }: { max: number; refusal: Problem }) {
  const counts = new Map<string, number>();
  return async function withinShare<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const count = counts.get(owner) ?? 0;
    if (count >= max) throw refusal;
    counts.set(owner, count + 1);
    try {
      return await work();
    } finally {
      const remaining = counts.get(owner)! - 1;
      if (remaining === 0) counts.delete(owner);
      else counts.set(owner, remaining);
    }
  };
}
