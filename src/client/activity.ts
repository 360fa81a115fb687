import { useSyncExternalStore } from "react";

/** What the header shows of a person's jobs, and whether their list is open. */
export type Activity = { isWanted: boolean; isOpen: boolean; count: number };

let activity: Activity = { isWanted: false, isOpen: false, count: 0 };
const listeners = new Set<() => void>();

export function setActivity(change: Partial<Activity>): void {
  activity = { ...activity, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useActivity = (): Activity =>
  useSyncExternalStore(
    subscribe,
    () => activity,
    () => activity,
  );
