import { isAnswerKey } from "./data-stamp.ts";

/** An answer in the browser's storage (N-053). `time`: when it came, ms since 1970. */
type Entry = { time: number; data: unknown };

const maxAge = 3_600_000;
const maxEntries = 40;
const maxEntryLength = 100_000;
/** An entry that is at most an hour old. */
export function readEntry(key: string): Entry | undefined {
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? "null") as Entry | null;
    const age = Date.now() - (entry?.time ?? 0);
    return entry !== null && age >= 0 && age < maxAge ? entry : undefined;
  } catch {
    // Storage may be unavailable, or written by something else.
    return undefined;
  }
}

/** Stores an answer, if there is room for it. */
export function writeEntry(key: string, data: unknown): void {
  const text = JSON.stringify({ time: Date.now(), data } satisfies Entry);
  if (text.length > maxEntryLength) return;
  try {
    const keys = Object.keys(localStorage).filter(isAnswerKey);
    const live = keys.filter((other) => readEntry(other) !== undefined);
    // A full cache begins anew: it is cheaper to ask again than to rank the entries.
    for (const other of live.length < maxEntries ? keys.filter((item) => !live.includes(item)) : keys)
      localStorage.removeItem(other);
    localStorage.setItem(key, text);
  } catch {
    // Without storage, the server is asked each time.
  }
}
