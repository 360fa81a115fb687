import type { anyone } from "#kit/access.ts";
import type { CallInput, CallOutput, Calls } from "#kit/call.ts";
import { answerKey } from "#kit/storage-key.ts";
import { call } from "./call.ts";
import { readerLocale, wireRequest } from "./wire.ts";

/** The calls whose answers are stored. Each is open to everybody, which the compiler checks, so that nothing about a person or a space is stored. */
type StoredCallName = "GET api/Region/GetRegionData" | "GET api/theme/Routes";
type PublicCallName = {
  [N in StoredCallName]: Calls[N] extends { access: typeof anyone } ? N : never;
}[StoredCallName];

/** An answer in the browser's storage (N-053). `time`: when it came, ms since 1970. */
type Entry = { time: number; data: unknown };

const maxAge = 3_600_000;
const maxEntries = 40;
const maxEntryLength = 50_000;
const prefix = "get_";
/** The contract's own key for the routes of themes (B-280). */
const themeRoutesKey = "theme_routes";

const isCacheKey = (key: string) => key.startsWith(prefix) || key === themeRoutesKey;

function readEntry(key: string): Entry | undefined {
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? "null") as Entry | null;
    const age = Date.now() - (entry?.time ?? 0);
    return entry !== null && age >= 0 && age < maxAge ? entry : undefined;
  } catch {
    // Storage may be unavailable, or written by something else.
    return undefined;
  }
}

function writeEntry(key: string, data: unknown): void {
  const text = JSON.stringify({ time: Date.now(), data } satisfies Entry);
  if (text.length > maxEntryLength) return;
  try {
    const keys = Object.keys(localStorage).filter(isCacheKey);
    const live = keys.filter((other) => readEntry(other) !== undefined);
    // A full cache begins anew: it is cheaper to ask again than to rank the entries.
    for (const other of live.length < maxEntries ? keys.filter((item) => !live.includes(item)) : keys)
      localStorage.removeItem(other);
    localStorage.setItem(key, text);
  } catch {
    // Without storage, the server is asked each time.
  }
}

/** Removes all stored answers, when somebody signs out or has to sign in again. */
export function dropCachedAnswers(): void {
  try {
    for (const key of Object.keys(localStorage)) if (isCacheKey(key)) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/**
 * Makes a call that everybody may make, or returns its answer from this browser if that is at most an hour old (B-259). `key`: the name of the entry, by
 * default one that follows from the address and the language. Failures are not stored.
 * @throws {CallProblem}
 */
export async function cachedCall<N extends PublicCallName>(
  name: N,
  input: CallInput<N>,
  { signal, key }: { signal?: AbortSignal; key?: typeof themeRoutesKey } = {},
): Promise<CallOutput<N>> {
  const entryKey = key ?? answerKey(`${readerLocale()} ${wireRequest(name, input).url}`);
  const entry = readEntry(entryKey);
  if (entry !== undefined) return entry.data as CallOutput<N>;
  const data = await call(name, input, signal === undefined ? {} : { signal });
  writeEntry(entryKey, data);
  return data;
}
