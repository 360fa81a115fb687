import { LRUCache } from "lru-cache";
import { mayGrow, type Total } from "#kit/auto.ts";
import type { Database } from "#server/postgres/database.server.ts";

/** A number of rows, counted up to `cap`. */
export const totalOf = (count: number, cap: number): Total => ({ total: Math.min(count, cap), isCapped: count >= cap });

/** Maximum length of all cache keys together, and of one, in characters. */
const maxCharacters = 4_000_000;
const maxFilter = 2000;
/** Tags whose changes are tracked; totals of evicted tags are counted again. */
const maxTags = 5000;
/** ms that a total stays valid: changes made past the program show after that. */
const lifetime = 30_000;

/** Identity of the state of a tag's rows: replaced when one of them changes. */
type Epoch = Record<never, never>;
type CachedTotal = { epoch: Epoch; total: Total };
type Memory = { epochs: LRUCache<string, Epoch>; totals: LRUCache<string, CachedTotal> };

const memories = new WeakMap<Database, Memory>();

/** The totals of one database, forgotten by the same tags that drop pages. */
function memoryOf(database: Database): Memory {
  const existing = memories.get(database);
  if (existing !== undefined) return existing;
  const epochs = new LRUCache<string, Epoch>({ max: maxTags });
  const totals = new LRUCache<string, CachedTotal>({
    maxSize: maxCharacters,
    maxEntrySize: maxFilter,
    sizeCalculation: (_, key) => key.length,
    ttl: lifetime,
  });
  database.onChanged((tags) => {
    for (const tag of tags) {
      if (tag === "*") epochs.clear();
      else epochs.delete(tag);
    }
  });
  const memory = { epochs, totals };
  memories.set(database, memory);
  return memory;
}

/** The cached total of one filter, and how to store it. */
export type TotalCacheEntry = { readonly total: Total | undefined; remember: (total: Total) => void };

/**
 * The cached total until a row under `tag` changes. Get the entry before counting: a total that was counted while a row changed belongs to an earlier
 * epoch.
 * @param key identifies the filter and the scope
 */
export function totalCacheEntry(database: Database, { tag, key }: { tag: string; key: string }): TotalCacheEntry {
  const { epochs, totals } = memoryOf(database);
  const epoch = epochs.get(tag) ?? {};
  epochs.set(tag, epoch);
  const find = () => {
    const total = totals.get(key);
    return total?.epoch === epoch ? total.total : undefined;
  };
  return {
    total: find(),
    remember(total) {
      const earlier = find();
      // A complete count is better than a lower bound.
      if (earlier === undefined || mayGrow(earlier)) totals.set(key, { epoch, total });
    },
  };
}
