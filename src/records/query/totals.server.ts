import { LRUCache } from "lru-cache";
import { mayGrow, type Total } from "#kit/auto.ts";
import type { Database } from "#server/postgres/database.server.ts";

/** The total of a count that stops at `cap`. */
export const totalOf = (count: number, cap: number): Total => ({ total: Math.min(count, cap), isCapped: count >= cap });

/** Maximum length of all cache keys together, and of one, in characters. */
const maxCharacters = 4_000_000;
const maxKeyLength = 2000;
/** Tags whose changes are tracked; totals of evicted tags are counted again. */
const maxTags = 5000;
/** Maximum age of a total, in ms. Changes made directly in the database show after this time. */
const maxAge = 30_000;

/** Identifies a state of the rows under a tag: replaced when one of them changes. */
type Epoch = Record<never, never>;
type CachedTotal = { epoch: Epoch; total: Total };
type TotalCache = { epochs: LRUCache<string, Epoch>; totals: LRUCache<string, CachedTotal> };

const caches = new WeakMap<Database, TotalCache>();

/** The cached totals of one database, invalidated by the same tags as cached pages. */
function cacheOf(database: Database): TotalCache {
  const existing = caches.get(database);
  if (existing !== undefined) return existing;
  const epochs = new LRUCache<string, Epoch>({ max: maxTags });
  const totals = new LRUCache<string, CachedTotal>({
    maxSize: maxCharacters,
    maxEntrySize: maxKeyLength,
    sizeCalculation: (_, key) => key.length,
    ttl: maxAge,
  });
  database.onChanged((tags) => {
    for (const tag of tags) {
      if (tag === "*") epochs.clear();
      else epochs.delete(tag);
    }
  });
  const memory = { epochs, totals };
  caches.set(database, memory);
  return memory;
}

/** The cached total of one filter, and a function that stores it. */
export type TotalCacheEntry = { readonly total: Total | undefined; remember: (total: Total) => void };

/**
 * The cache entry of a total, valid until a row under `tag` changes. Get the entry before counting: a total that was counted while a row changed then
 * belongs to an earlier epoch, and is not used.
 * @param key identifies the filter and the scope
 */
export function totalCacheEntry(database: Database, { tag, key }: { tag: string; key: string }): TotalCacheEntry {
  const { epochs, totals } = cacheOf(database);
  const epoch = epochs.get(tag) ?? {};
  epochs.set(tag, epoch);
  const find = () => {
    const total = totals.get(key);
    return total?.epoch === epoch ? total.total : undefined;
  };
  return {
    total: find(),
    remember(total) {
      const current = find();
      // A complete count is better than a lower bound.
      if (current === undefined || mayGrow(current)) totals.set(key, { epoch, total });
    },
  };
}
