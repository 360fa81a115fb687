import { isUnderWay } from "#kit/job.ts";
import { type Activity, readActivity, setActivity } from "./activity.ts";
import { call } from "./call.ts";
import { mayBeSignedIn } from "./signed-in-hint.ts";
import { renewedToken } from "./step-up.ts";

type ActivityUpdate = { jobs: NonNullable<Activity["jobs"]>; notices: NonNullable<Activity["notices"]> };

const channelName = "meridian-activity";
/** ms without an update after which the state is polled. A stream repeats its state every 15 s. */
const maxSilences = { withStream: 25_000, withoutStream: 2000 };
const checkInterval = 1000;
/** ms between the end of the stream and the next attempt to open it. */
const reconnectDelay = 3000;
/** The same after the server refused the stream, ms. */
const refusalDelay = 15_000;

/** Whether the state may change soon or is being looked at: the panel is open, a job is active, or nothing is loaded yet. */
const isWorthPolling = ({ isOpen, jobs }: Activity) =>
  isOpen || jobs === undefined || jobs.some(({ state }) => isUnderWay(state));

/**
 * Keeps a person's jobs and notices up to date. Browsers limit connections per server, so one tab opens the stream and broadcasts to the others.
 * If the stream is not available, the state is polled while the panel is open or a job is active, and when the tab becomes visible; not otherwise,
 * because requests keep the session alive. Returns a function that stops it.
 */
export function followActivity(): () => void {
  // When the session has ended, the app stays open behind the sign-in dialog.
  if (!mayBeSignedIn()) return () => undefined;
  const controller = new AbortController();
  const { signal } = controller;
  const channel = new BroadcastChannel(channelName);
  let lastUpdateAt = Number.NEGATIVE_INFINITY;
  const applyUpdate = (update: ActivityUpdate) => {
    lastUpdateAt = performance.now();
    if (!signal.aborted) setActivity(update);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<ActivityUpdate>) => applyUpdate(data));

  /** Opens the stream and broadcasts its updates. Resolves when following stops, so that this tab holds the lock until then. */
  function openStream(): Promise<void> {
    return new Promise((resolve) => {
      let source: EventSource | undefined;
      let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
      async function connect(): Promise<void> {
        await renewedToken();
        // After signing out, an EventSource would connect once more.
        if (signal.aborted || !mayBeSignedIn()) return;
        source = new EventSource("/api/Job/Events");
        source.addEventListener("message", ({ data }: MessageEvent<string>) => {
          const update = JSON.parse(data) as ActivityUpdate;
          applyUpdate(update);
          // A broadcast channel reaches its own origin only.
          // oxlint-disable-next-line unicorn/require-post-message-target-origin
          channel.postMessage(update);
        });
        source.addEventListener("error", () => {
          const isRefused = source?.readyState === EventSource.CLOSED;
          source?.close();
          reconnectTimer = setTimeout(() => void connect(), isRefused ? refusalDelay : reconnectDelay);
        });
      }
      void connect();
      signal.addEventListener("abort", () => {
        clearTimeout(reconnectTimer);
        source?.close();
        resolve();
      });
    });
  }
  // Browsers have web locks only in secure contexts (https, localhost). Without them, every tab polls.
  const locks: LockManager | undefined = navigator.locks;
  locks?.request(channelName, { signal }, openStream).catch(() => undefined);

  const maxSilence = locks === undefined ? maxSilences.withoutStream : maxSilences.withStream;
  function poll(): void {
    if (!mayBeSignedIn()) return;
    if (performance.now() - lastUpdateAt < maxSilence) return;
    // Counts the request as an update, so that no second request starts before this one ends.
    lastUpdateAt = performance.now();
    Promise.all([call("GET Api/Job/Mine", {}, { signal }), call("GET Api/Notice/Mine", {}, { signal })]).then(
      ([{ jobs }, { unread, changedAt }]) => applyUpdate({ jobs, notices: { unread, changedAt } }),
      () => undefined,
    );
  }
  poll();
  const pollTimer = setInterval(() => isWorthPolling(readActivity()) && poll(), checkInterval);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && poll(), { signal });
  return () => {
    controller.abort();
    clearInterval(pollTimer);
    channel.close();
  };
}
