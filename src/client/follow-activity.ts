import { isUnderWay } from "#kit/job.ts";
import { type Activity, readActivity, setActivity } from "./activity.ts";
import { call } from "./call.ts";
import { mayBeSignedIn } from "./signed-in-hint.ts";

type Found = { jobs: NonNullable<Activity["jobs"]>; notices: NonNullable<Activity["notices"]> };

const channelName = "meridian-activity";
/** ms without a message after which the state is polled: with a stream, which repeats its state every 15 s, and without one. */
const silence = { withStream: 25_000, without: 2000 };
const checkInterval = 1000;

/** Whether polling is worth it: the panel is open, or a job is active. */
const isAwaited = ({ isOpen, jobs }: Activity) =>
  isOpen || jobs === undefined || jobs.some(({ state }) => isUnderWay(state));

/**
 * Keeps a person's jobs and notices up to date. Browsers limit connections per server, so one tab listens and forwards to the others. Where the
 * stream is not available, the state is polled while the panel is open or a job is active, and when the tab becomes visible; not in the background,
 * because that would keep the session alive. Returns a function that stops it.
 */
export function followActivity(): () => void {
  // Behind the dialog that asks to sign in.
  if (!mayBeSignedIn()) return () => undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  const channel = new BroadcastChannel(channelName);
  let heardAt = Number.NEGATIVE_INFINITY;
  const receive = (changes: Found) => {
    heardAt = performance.now();
    if (!signal.aborted) setActivity(changes);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Found>) => receive(data));

  function listen(): Promise<void> {
    const source = new EventSource("/api/Job/Events");
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const changes = JSON.parse(data) as Found;
      receive(changes);
      // A broadcast channel reaches its own origin only.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage(changes);
    });
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        source.close();
        resolve();
      });
    });
  }
  // Without https there are no web locks: then every tab polls.
  const locks: LockManager | undefined = navigator.locks;
  locks?.request(channelName, { signal }, listen).catch(() => undefined);

  const maxSilence = locks === undefined ? silence.without : silence.withStream;
  function ask(): void {
    if (!mayBeSignedIn()) return;
    if (performance.now() - heardAt < maxSilence) return;
    // One request at a time: the next silence is counted from here.
    heardAt = performance.now();
    Promise.all([call("GET Api/Job/Mine", {}, { signal }), call("GET Api/Notice/Mine", {}, { signal })]).then(
      ([{ jobs }, { unread, changedAt }]) => receive({ jobs, notices: { unread, changedAt } }),
      () => undefined,
    );
  }
  ask();
  const silenceTimer = setInterval(() => isAwaited(readActivity()) && ask(), checkInterval);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask(), { signal });
  return () => {
    stopping.abort();
    clearInterval(silenceTimer);
    channel.close();
  };
}
