import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { addDays } from "#kit/day.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { clockIn } from "#server/spreadsheet/cell.server.ts";

/** The maximum number of records counted per entity, newest first. */
const maxRows = 20_000;
/** The maximum number of entities in the response. */
const maxEntities = 8;

type Addition = { type: string; name: string; total: number; counts: number[]; isCapped: boolean };
/** The number of records of an entity per quarter of an hour, the unit from which the days of any time zone are built. */
type Quarter = { entity: number; startsAt: number; count: number };

/** One statement for all entities: records of the period in quarters of an hour. */
function quartersOf(principal: UserPrincipal, entities: readonly EntityDefinition[], days: number) {
  const perEntity = entities.map((entity, index) => {
    const rows = sql`select created_at from ${storeOf(entity).from([])} where ${rowsFor(principal, entity, "read")}
      and created_at > now() - make_interval(days => ${days}::int) order by created_at desc limit ${maxRows}`;
    return sql`select ${index}::int as entity, extract(epoch from date_bin('15 minutes', created_at, 'epoch'))::float8 as "startsAt",
      count(*)::int as count from (${rows}) newest group by 2`;
  });
  return sql.join(perEntity, sql` union all `);
}

/** The records added per day, in a time zone, of each entity that the reader can read. */
export async function readAdditions(
  { principal, entities, locale, services: { database } }: CallContext<UserPrincipal>,
  { days, timeZone }: { days: number; timeZone: string },
): Promise<{ days: string[]; additions: Addition[] }> {
  const readable = entities.all.filter(
    (entity) => entity.isSingle !== true && viewOf(principal, entity).may.has("read") && entity.type !== "savedView",
  );
  const clock = clockIn(timeZone);
  const dayAt = (moment: number) => new Date(clock(moment)).toISOString().slice(0, 10);
  const today = dayAt(Date.now());
  const period = Array.from({ length: days }, (_, n) => addDays(today, n - days + 1));
  const place = new Map(period.map((day, n) => [day, n]));
  const additions = readable.map(({ type, name, listName }): Addition => ({
    type,
    name: (listName ?? name)[locale],
    total: 0,
    counts: period.map(() => 0),
    isCapped: false,
  }));
  // One extra day: the reader's days begin at other times than the server's.
  const quarters =
    readable.length === 0
      ? []
      : await database.read<Quarter>(principal.tenantId, quartersOf(principal, readable, days + 1));
  const read = readable.map(() => 0);
  for (const { entity, startsAt, count } of quarters) {
    read[entity]! += count;
    const day = place.get(dayAt(startsAt * 1000));
    if (day === undefined) continue;
    additions[entity]!.counts[day]! += count;
    additions[entity]!.total += count;
  }
  return {
    days: period,
    additions: additions
      .map((addition, entity) => ({ ...addition, isCapped: read[entity]! >= maxRows }))
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => b.total - a.total)
      .slice(0, maxEntities),
  };
}
