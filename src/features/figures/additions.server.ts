import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { addDays } from "#kit/day.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { localTimeIn } from "#server/spreadsheet/cell.server.ts";

/** The maximum number of records counted per entity, newest first. */
const maxRows = 20_000;
/** The maximum number of entities in the response. */
const maxEntities = 8;

type Addition = { type: string; name: string; total: number; counts: number[]; isCapped: boolean };
/**
 * The number of records of an entity in one quarter of an hour, a unit that never spans two days in any time zone. `startsAt`: seconds since 1970.
 */
type Quarter = { entityIndex: number; startsAt: number; count: number };

/** SQL query for the `Quarter`s of all entities in the last `days` days. */
function quartersSql(principal: UserPrincipal, entities: readonly EntityDefinition[], days: number) {
  const perEntity = entities.map((entity, index) => {
    // `from([])`: no columns of the definition are needed, only `created_at`.
    const rows = sql`select created_at from ${storeOf(entity).from([])} where ${permittedRowsSql(principal, entity, "read")}
      and created_at > now() - make_interval(days => ${days}::int) order by created_at desc limit ${maxRows}`;
    return sql`select ${index}::int as "entityIndex", extract(epoch from date_bin('15 minutes', created_at, 'epoch'))::float8 as "startsAt",
      count(*)::int as count from (${rows}) newest group by 2`;
  });
  return sql.join(perEntity, sql` union all `);
}

/** The number of records added per day, in a time zone, for each entity that the reader can read; `days` are those days, up to today. */
export async function readAdditions(
  { principal, entities, locale, services: { database } }: CallContext<UserPrincipal>,
  { days, timeZone }: { days: number; timeZone: string },
): Promise<{ days: string[]; additions: Addition[] }> {
  // Saved views are settings of people, not data of the space.
  const readable = entities.all.filter(
    (entity) => entity.isSingle !== true && viewOf(principal, entity).may.has("read") && entity.type !== "savedView",
  );
  const toLocalTime = localTimeIn(timeZone);
  const dayAt = (instant: number) => new Date(toLocalTime(instant)).toISOString().slice(0, 10);
  const today = dayAt(Date.now());
  const dayNames = Array.from({ length: days }, (_, index) => addDays(today, index - days + 1));
  const dayIndexes = new Map(dayNames.map((day, index) => [day, index]));
  const additions = readable.map(({ type, name, listName }): Addition => ({
    type,
    name: (listName ?? name)[locale],
    total: 0,
    counts: dayNames.map(() => 0),
    isCapped: false,
  }));
  // One extra day, so that the period contains the whole first day in the reader's time zone.
  const quarters =
    readable.length === 0
      ? []
      : await database.read<Quarter>(principal.tenantId, quartersSql(principal, readable, days + 1));
  const fetchedCounts = readable.map(() => 0);
  for (const { entityIndex, startsAt, count } of quarters) {
    fetchedCounts[entityIndex]! += count;
    const dayIndex = dayIndexes.get(dayAt(startsAt * 1000));
    if (dayIndex === undefined) continue;
    additions[entityIndex]!.counts[dayIndex]! += count;
    additions[entityIndex]!.total += count;
  }
  return {
    days: dayNames,
    additions: additions
      .map((addition, index) => ({ ...addition, isCapped: fetchedCounts[index]! >= maxRows }))
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => b.total - a.total)
      .slice(0, maxEntities),
  };
}
