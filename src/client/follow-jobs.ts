import type { CallOutput } from "#kit/call.ts";
import { call } from "./call.ts";

export type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];

const channelName = "meridian-jobs";
/** ms of silence after which the jobs are fetched: where one tab listens for all, and where none can listen. */
const silence = { withStream: 10_000, without: 2000 };
const checkInterval = 1000;

/**
 * Passes my jobs to `show` whenever one changes. Browsers limit connections per server, so one tab listens and forwards to the others; where the
 * stream is not available, jobs are polled. Returns a function that stops it.
 */
export function followJobs(show: (jobs: Job[]) => void): () => void {
  const stopping = new AbortController();
  const channel = new BroadcastChannel(channelName);
  let heardAt = Number.NEGATIVE_INFINITY;
  const receive = (jobs: Job[]) => {
    heardAt = performance.now();
    if (!stopping.signal.aborted) show(jobs);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<{ jobs: Job[] }>) => receive(data.jobs));

  function listen(): Promise<void> {
    const source = new EventSource("/api/Job/Events");
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const { jobs } = JSON.parse(data) as { jobs: Job[] };
      receive(jobs);
      // A broadcast channel reaches its own origin only.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage({ jobs });
    });
    return new Promise((resolve) => {
      stopping.signal.addEventListener("abort", () => {
        source.close();
        resolve();
      });
    });
  }
  // Without https there are no web locks: then every tab listens.
  const locks: LockManager | undefined = navigator.locks;
  locks?.request(channelName, { signal: stopping.signal }, listen).catch(() => undefined);

  const maxSilence = locks === undefined ? silence.without : silence.withStream;
  function checkSilence(): void {
    if (performance.now() - heardAt < maxSilence) return;
    // Asked once at a time: the next silence is counted from here.
    heardAt = performance.now();
    call("GET Api/Job/Mine", {}, { signal: stopping.signal }).then(
      ({ jobs }) => receive(jobs),
      () => undefined,
    );
  }
  checkSilence();
  const silenceTimer = setInterval(checkSilence, checkInterval);
  return () => {
    stopping.abort();
    clearInterval(silenceTimer);
    channel.close();
  };
}
