/** The first characters of the keys of stored answers in the browser's storage. */
const answerPrefix = "get_";
/** The contract's own key for the routes of themes (B-280). */
export const themeRoutesKey = "theme_routes";

/** Whether an entry of the browser's storage is a stored answer (answers/stored-entries.ts). */
export const isAnswerKey = (key: string): boolean => key.startsWith(answerPrefix) || key === themeRoutesKey;

/** Removes all stored answers, when somebody signs out or has to sign in again. */
export function dropCachedAnswers(): void {
  try {
    for (const key of Object.keys(localStorage)) if (isAnswerKey(key)) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The stamp under which this browser stored answers, for all of its tabs. */
const storageKey = "meridian_stamp";

/** The first part of the keys of queries whose answers are stored. */
export const storedAnswers = "stored answers";

let currentStamp: string | undefined;
const listeners = new Set<() => void>();

/** The stamp of the space that the server sent last (kit/data-stamp.ts); undefined until an answer is asked for. */
export const dataStamp = (): string | undefined => currentStamp;

function tellTabs(stamp: string): void {
  try {
    if (localStorage.getItem(storageKey) === stamp) return;
    localStorage.setItem(storageKey, stamp);
  } catch {
    // Without storage there are no stored answers.
    return;
  }
  dropCachedAnswers();
}

/** Takes note of a stamp that the server sent. If it is another one, stored answers are dropped in all tabs, and those that are shown are read again. Returns the stamp. */
export function rememberDataStamp(stamp: string): string {
  if (stamp === currentStamp) return stamp;
  const isFirst = currentStamp === undefined;
  currentStamp = stamp;
  tellTabs(stamp);
  if (!isFirst) for (const listener of listeners) listener();
  return stamp;
}

/** Calls `listener` whenever the stamp is another one, also if another tab of this browser heard of it. */
export function followDataStamp(listener: () => void): void {
  listeners.add(listener);
  if (listeners.size > 1) return;
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === storageKey && newValue !== null && currentStamp !== undefined) rememberDataStamp(newValue);
  });
}
