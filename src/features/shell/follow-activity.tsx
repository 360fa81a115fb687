import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isUnderWay, jobStateNames } from "#kit/job.ts";
import { formatText } from "#kit/text.ts";
import { type Activity, type Job, readActivity, setActivity, useActivity } from "#client/activity.ts";
import { call } from "#client/call.ts";
import { openEventStream } from "#client/event-stream.ts";
import { mayBeSignedIn } from "#client/signed-in-hint.ts";
import { useText } from "#ui/locale.ts";

const texts = {
  job: { zh: "{title}：{state}", en: "{title}: {state}" },
  notices: { zh: "{n} 条未读通知", en: "{n} unread {n|notification|notifications}" },
};

type ActivityUpdate = {
  jobs: NonNullable<Activity["jobs"]>;
  notices: NonNullable<Activity["notices"]>;
  dataStamp: string;
};

const channelName = "meridian-activity";
/** ms without an update after which the state is polled. A stream repeats its state every 15 s. */
const maxSilences = { withStream: 25_000, withoutStream: 2000 };
const checkInterval = 1000;

/** Whether the state may change soon or is being looked at: the panel is open, a job is active, or nothing is loaded yet. */
const isWorthPolling = ({ isOpen, jobs }: Activity) =>
  isOpen || jobs === undefined || jobs.some(({ state }) => isUnderWay(state));

/**
 * Keeps a person's jobs and notices up to date. Browsers limit connections per server, so one tab opens the stream and broadcasts to the others.
 * If the stream is not available, the state is polled while the panel is open or a job is active, and when the tab becomes visible; not otherwise,
 * because requests keep the session alive. Returns a function that stops it.
 */
function followActivity(): () => void {
  // When the session has ended, the app stays open behind the sign-in dialog.
  if (!mayBeSignedIn()) return () => undefined;
  const controller = new AbortController();
  const { signal } = controller;
  const channel = new BroadcastChannel(channelName);
  let lastUpdateAt = Number.NEGATIVE_INFINITY;
  const applyUpdate = ({ dataStamp, ...update }: ActivityUpdate) => {
    lastUpdateAt = performance.now();
    if (signal.aborted) return;
    import("#client/answers/data-stamp.ts").then((file) => file.rememberDataStamp(dataStamp)).catch(() => undefined);
    setActivity(update);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<ActivityUpdate>) => applyUpdate(data));

  /** Opens the stream and broadcasts its updates. Resolves when following stops, so that this tab holds the lock until then. */
  function openStream(): Promise<void> {
    return new Promise((resolve) => {
      const close = openEventStream<ActivityUpdate>("/api/Job/Events", (update) => {
        applyUpdate(update);
        // A broadcast channel reaches its own origin only.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel.postMessage(update);
      });
      signal.addEventListener("abort", () => {
        close();
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
      ([{ jobs, dataStamp }, { unread, changedAt }]) =>
        applyUpdate({ jobs, dataStamp, notices: { unread, changedAt } }),
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

/** Follows a person's jobs and notices. Its live region announces the start and end of jobs and new notices, but not progress. */
export function FollowActivity() {
  const t = useText();
  const client = useQueryClient();
  const { jobs, notices } = useActivity();
  const [announcement, setAnnouncement] = useState("");
  const knownStates = useRef<Map<string, Job["state"]>>(undefined);
  const lastUnread = useRef<number>(undefined);
  useEffect(followActivity, []);
  useEffect(() => {
    if (jobs === undefined) return;
    const lastStates = knownStates.current;
    const changedJobs = lastStates === undefined ? [] : jobs.filter(({ id, state }) => lastStates.get(id) !== state);
    knownStates.current = new Map(jobs.map(({ id, state }) => [id, state]));
    // A job that ended may have changed rows of tables.
    if (changedJobs.some(({ state }) => !isUnderWay(state))) void client.invalidateQueries({ queryKey: ["table"] });
    const messages = changedJobs.map(({ title, state }) =>
      t(formatText(texts.job, { title, state: t(jobStateNames[state]) })),
    );
    if (messages.length > 0) setAnnouncement(messages.join("\n"));
  }, [jobs, t, client]);
  useEffect(() => {
    if (notices === undefined) return;
    void client.invalidateQueries({ queryKey: ["notices"] });
    if (lastUnread.current !== undefined && notices.unread > lastUnread.current)
      setAnnouncement(t(formatText(texts.notices, { n: notices.unread })));
    lastUnread.current = notices.unread;
    // Depends on the values, not on the object: the stream also sends unchanged values.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [notices?.unread, notices?.changedAt]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}
