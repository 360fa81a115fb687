import { type SQL, sql } from "drizzle-orm";
import { setTimeout as wait } from "node:timers/promises";
import { countCap, mayGrow, quickCountCap, type Total } from "#kit/total.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { rowsTag } from "#server/postgres/tags.server.ts";
import { namedFields } from "#records/registry/field-types.server.ts";
import { storeOf } from "./store-of.server.ts";
import { type TotalCacheEntry, totalCacheEntry, totalOf } from "./totals.server.ts";

/** The rows to count. */
export type Countable = {
  database: Database;
  tenantId: string;
  entity: EntityDefinition;
  where: SQL;
  /** Whether the rows depend on those of other entities, and on the reader's rights to these. */
  readsOthers: boolean;
  /** Whether an index can count them without reading the table. */
  isIndexed: boolean;
  /** Identifies the filter and the tenant in this database. */
  key: string;
};

/** Whether an index can count rows by these fields without reading the table. */
export function isIndexed(entity: EntityDefinition, fields: readonly string[]): boolean {
  return storeOf(entity).indexes.some((indexed) => fields.every((field) => indexed.has(field)));
}

/** A subquery that counts rows up to `cap`. */
export const countSql = ({ entity, where }: Pick<Countable, "entity" | "where">, cap: number): SQL =>
  sql`select count(*)::int from (select 1 from ${storeOf(entity).from([])} where ${where} limit ${sql.raw(String(cap))}) counted`;

/** The cached total of these rows, valid until a row of their entity changes. Totals that depend on rows of others are not cached. */
export const totalCacheOf = ({ database, tenantId, entity, readsOthers, key }: Countable): TotalCacheEntry =>
  !readsOthers && namedFields(entity).length === 0
    ? totalCacheEntry(database, { tag: rowsTag(tenantId, entity.type), key })
    : { total: undefined, remember: () => undefined };

async function countUpTo(countable: Countable, cap: number): Promise<Total> {
  const { database, tenantId } = countable;
  const { remember } = totalCacheOf(countable);
  const [counted] = await database.readForDisplay<{ n: number }>(
    tenantId,
    sql`select (${countSql(countable, cap)}) as n`,
  );
  const total = totalOf(counted!.n, cap);
  remember(total);
  return total;
}

/** Counts up to 10,001, or returns the cached total. */
export async function countAll(countable: Countable): Promise<Total> {
  const { total } = totalCacheOf(countable);
  return total === undefined || mayGrow(total) ? countUpTo(countable, countCap) : total;
}

/** How long a page waits for its total, in ms. */
const countTimeout = 25;
/** Counts that are still running after their request stopped waiting, by key. */
const lateCounts = new WeakMap<Database, Map<string, Promise<Total>>>();

function keepLateCount({ database, key }: Countable, counting: Promise<Total>): void {
  const counts = lateCounts.get(database) ?? new Map<string, Promise<Total>>();
  lateCounts.set(database, counts);
  counts.set(key, counting);
  const forget = () => void (counts.get(key) === counting && counts.delete(key));
  counting.then(forget, forget);
}

/** A count that a page waits for only briefly. */
export type QuickCount = {
  /** Undefined when it takes too long: the count continues, and the next request gets its result. */
  totalWithinTimeout: () => Promise<Total | undefined>;
};

/** Starts a count, up to a lower cap if counting would be slow. */
export function startCount(countable: Countable): QuickCount {
  const cap = countable.isIndexed && !countable.database.isBusy() ? countCap : quickCountCap;
  const counting = countUpTo(countable, cap);
  // The page itself may reveal the total; a failure of the count is then irrelevant.
  counting.catch(() => undefined);
  return {
    async totalWithinTimeout() {
      const timeoutAbort = new AbortController();
      const timeout = wait(countTimeout, undefined, { signal: timeoutAbort.signal }).catch(() => undefined);
      const total = await Promise.race([counting, timeout]);
      timeoutAbort.abort();
      if (total === undefined && cap === countCap && !countable.readsOthers) keepLateCount(countable, counting);
      return total;
    },
  };
}

/** Counts up to 10,001, or joins a count that is already running. */
export function finishCount(countable: Countable): Promise<Total> {
  if (countable.readsOthers) return countAll(countable);
  return lateCounts.get(countable.database)?.get(countable.key) ?? countAll(countable);
}
