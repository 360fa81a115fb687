import type { Database } from "#server/database.server.ts";

/** Counting is dearer than reading a page, so a total is kept until a row of its entity changes. */
export type Totals = {
  get: (tenantId: string, type: string, filter: string) => number | undefined;
  set: (tenantId: string, type: string, filter: string, total: number) => void;
};

/** Filters remembered per tenant and entity; then the oldest go. */
const most = 500;
const made = new WeakMap<Database, Totals>();

/** The counts of one database, dropped by the same tags that drop pages. */
export function totals(database: Database): Totals {
  const known = made.get(database);
  if (known !== undefined) return known;
  const counts = new Map<string, Map<string, number>>();
  database.onChanged((tags) => {
    for (const tag of tags) {
      if (tag === "*") counts.clear();
      else counts.delete(tag);
    }
  });
  const created: Totals = {
    get: (tenantId, type, filter) => counts.get(`${tenantId}:${type}`)?.get(filter),
    set(tenantId, type, filter, total) {
      const tag = `${tenantId}:${type}`;
      const own = counts.get(tag) ?? new Map<string, number>();
      counts.set(tag, own);
      own.set(filter, total);
      if (own.size > most) own.delete(own.keys().next().value!);
    },
  };
  made.set(database, created);
  return created;
}
