import { useSyncExternalStore } from "react";
import type { CallOutput } from "#kit/call.ts";

export type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];
/** The number of unread notices, and the time of the last change. */
export type NoticeState = Pick<CallOutput<"GET Api/Notice/Mine">, "unread" | "changedAt">;

/** A person's jobs and notices, undefined until loaded, and whether the panel is open. */
export type Activity = { isOpen: boolean; jobs: readonly Job[] | undefined; notices: NoticeState | undefined };

let activity: Activity = { isOpen: false, jobs: undefined, notices: undefined };
const listeners = new Set<() => void>();

export function setActivity(change: Partial<Activity>): void {
  activity = { ...activity, ...change };
  for (const listener of listeners) listener();
}

export const readActivity = (): Activity => activity;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useActivity = (): Activity => useSyncExternalStore(subscribe, readActivity, readActivity);
