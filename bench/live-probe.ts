/**
 * Requests /health/live continuously in a thread of its own, so that computation of the bench does not delay the requests. The threads share the
 * longest time of a request, in ms, and the number of requests.
 */
import { Agent, get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { isMainThread, workerData, Worker } from "node:worker_threads";

type Shared = { url: string; values: SharedArrayBuffer };

function requestLive(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${url}/health/live`, { agent }, (answer) => answer.resume().once("end", () => resolve())).once(
      "error",
      reject,
    );
  });
}

async function probe({ url, values }: Shared): Promise<never> {
  const shared = new Float64Array(values);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const begin = performance.now();
    await requestLive(agent, url).catch(() => {});
    shared[0] = Math.max(shared[0]!, performance.now() - begin);
    shared[1]! += 1;
    await wait(2);
  }
}

export type LiveProbe = AsyncDisposable & {
  /** Runs `work`; `longest`: the longest time of a request for /health/live meanwhile, in ms. */
  measure: <T>(work: () => Promise<T>) => Promise<{ value: T; longest: number }>;
};

export function startLiveProbe(url: string): LiveProbe {
  const values = new SharedArrayBuffer(16);
  const shared = new Float64Array(values);
  const worker = new Worker(import.meta.filename, { workerData: { url, values } satisfies Shared });
  /** Waits until a request that was sent after this moment has been answered. */
  async function settle(): Promise<void> {
    const until = shared[1]! + 2;
    while (shared[1]! < until) await wait(1);
  }
  return {
    async measure(work) {
      await settle();
      shared[0] = 0;
      const value = await work();
      await settle();
      return { value, longest: shared[0] };
    },
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}

if (!isMainThread) await probe(workerData as Shared);
