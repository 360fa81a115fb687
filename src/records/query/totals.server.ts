import type { Database } from "#server/postgres/database.server.ts";

/** The totals of one tenant's entity, by filter, until one of its rows changes. */
export type Totals = { get: (filter: string) => number | undefined; set: (filter: string, total: number) => void };

/** Filters remembered per tenant and entity, tags in all, and the longest filter worth it; then the oldest go. */
const mostFilters = 500;
const mostTags = 5000;
const longestFilter = 2000;
const made = new WeakMap<Database, Map<string, Map<string, number>>>();

function keep<V>(map: Map<string, V>, key: string, value: V, most: number): V {
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
  return value;
}

/** The counts of one database, dropped by the same tags that drop pages. */
function countsOf(database: Database): Map<string, Map<string, number>> {
  const existingTotals = made.get(database);
  if (existingTotals !== undefined) return existingTotals;
  const counts = new Map<string, Map<string, number>>();
  database.onChanged((tags) => {
    for (const tag of tags) {
      if (tag === "*") counts.clear();
      else counts.delete(tag);
    }
  });
  made.set(database, counts);
  return counts;
}

/**
 * Counting is dearer than reading a page, so totals are kept. Ask for them before counting: what was counted while a row changed is
 * then written where nobody looks any more.
 */
export function totalsOf(database: Database, tenantId: string, type: string): Totals {
  const counts = countsOf(database);
  const tag = `${tenantId}:${type}`;
  const tagCounts = counts.get(tag) ?? keep(counts, tag, new Map<string, number>(), mostTags);
  return {
    get: (filter) => tagCounts.get(filter),
    set(filter, total) {
      if (filter.length <= longestFilter) keep(tagCounts, filter, total, mostFilters);
    },
  };
}
