import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";

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
export function createOwnerLimit({ max, refusal }: { max: number; refusal: Problem }) {
  const counts = new Map<string, number>();
  return async function withinLimit<T>(owner: string, work: () => Promise<T>): Promise<T> {
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

type OwnerQueueOptions = {
  concurrency: number;
  maxPerOwner: number;
  /** The message when too many tasks wait. */
  fullText: Text;
  /** The message when the owner has too many tasks. */
  busyText: Text;
};

/** A queue with a limit for each owner. It throws `tooManyRequests` for a task beyond the limit, and while 20 tasks wait. */
export function createOwnerQueue({ concurrency, maxPerOwner, fullText, busyText }: OwnerQueueOptions) {
  const queueFull = new Problem("tooManyRequests", fullText, { retryAfter: 5 });
  const ownerBusy = new Problem("tooManyRequests", busyText, { retryAfter: 2 });
  const { enqueue } = createQueue({ concurrency, maxWaiting: 20, refusal: queueFull });
  const withinLimit = createOwnerLimit({ max: maxPerOwner, refusal: ownerBusy });
  return <T>(owner: string, work: () => Promise<T>): Promise<T> => withinLimit(owner, () => enqueue(work));
}
