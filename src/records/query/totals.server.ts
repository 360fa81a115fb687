import { mayGrow, type Total } from "#kit/total.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { createTaggedCache } from "#server/postgres/tagged-cache.server.ts";

/** The total of a count that stops at `cap`. */
export const totalOf = (count: number, cap: number): Total => ({ total: Math.min(count, cap), isCapped: count >= cap });

/** Totals of lists, invalidated by the same tags as cached pages. */
const cachedTotals = createTaggedCache<Total>();

/** The cached total of one filter, and a function that stores it. */
export type TotalCacheEntry = { readonly total: Total | undefined; remember: (total: Total) => void };

/**
 * The cache entry of a total, valid until a row under `tag` changes. Get the entry before counting.
 * @param key identifies the filter and the scope
 */
export function totalCacheEntry(database: Database, { tag, key }: { tag: string; key: string }): TotalCacheEntry {
  const entry = cachedTotals(database, { tag, key });
  return {
    total: entry.read(),
    remember(total) {
      const current = entry.read();
      // A complete count is better than a lower bound.
      if (current === undefined || mayGrow(current)) entry.store(total);
    },
  };
}
