import { Problem } from "#kit/problem.ts";
import { createQueue, createShares } from "#server/process/queue.server.ts";

const queueFull = new Problem(
  "tooManyRequests",
  { zh: "当前导入的人较多，请稍后再试", en: "Many imports are running right now. Try again in a moment." },
  { retryAfter: 5 },
);
const personBusy = new Problem(
  "tooManyRequests",
  { zh: "您的上一次导入还在进行，请稍后再试", en: "Your last import is still running. Try again in a moment." },
  { retryAfter: 2 },
);

const { enqueue } = createQueue({ concurrency: 2, maxWaiting: 20, refusal: queueFull });
const withinShare = createShares({ max: 1, refusal: personBusy });

/** Runs work on a sheet in a queue: two at a time in the process, one per account. @throws {Problem} tooManyRequests */
export const inImportQueue = <T>(accountId: string, run: () => Promise<T>): Promise<T> =>
  withinShare(accountId, () => enqueue(run));
