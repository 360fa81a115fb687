import { type SQL, sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { Measure } from "#kit/auto-widget.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { type Filter, relatedFieldsIn } from "#kit/filter.ts";
import { memo } from "#kit/memo.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import type { Database } from "#server/postgres/database.server.ts";
import type { StoredStorage } from "#server/postgres/storage.server.ts";
import { type CacheEntry, createTaggedCache } from "#server/postgres/tagged-cache.server.ts";
import { rowsTag } from "#server/postgres/tags.server.ts";
import { createQueue } from "#server/process/queue.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { type ReadableEntity, viewOf } from "#records/registry/view.server.ts";
import { permittedRowsSql } from "./row.server.ts";
import type { SqlColumn } from "./row-store.server.ts";
import { limitKey } from "./row-rules.server.ts";
import { storeOf } from "./store-of.server.ts";
import { comparableField, type FindRelated, whereOf } from "./where.server.ts";

/** Instants, or days for a field of days; `to` is not included. */
export type TimeSpan = { field: string; from: string; to: string };

export type AggregateQuery = {
  measure: Measure;
  filter?: Filter | undefined;
  /** As in `ListQuery`. */
  related?: FindRelated;
  within?: TimeSpan | undefined;
} & (
  | { groupBy: string; limit: number }
  /** The first moments of the parts of `within`, in order. */
  | { starts: readonly string[] }
  | object
);

/** One figure. `key`: the value of the group, or the number of the part from 0; `of`: the sum over all groups, also those beyond the limit. */
export type AggregateRow = { key: string | null; value: number | null; of: number | null };

const slowText = {
  zh: "数据量较大，未能在限定时间内完成统计。请缩小时间范围，或添加筛选条件。",
  en: "There are too many records to compute this in time. Choose a shorter period or add a filter.",
};
const wrongFieldText = {
  zh: "字段“{name}”不存在，或不能用于此统计",
  en: "There is no field “{name}”, or it cannot be used for this figure",
};
const fullText = { zh: "统计任务较多，请稍后重试", en: "Many figures are being computed. Try again in a moment." };

/** The storages of values that can be added up, be groups, or be times. */
const storagesFor = {
  number: new Set<StoredStorage>(["integer", "decimal"]),
  group: new Set<StoredStorage>(["text", "boolean", "uuid", "integer", "date"]),
  time: new Set<StoredStorage>(["timestamp", "date"]),
};

type FieldUse = keyof typeof storagesFor;

/** The column of a field; undefined for a field that the reader may not read, or of another storage. */
function suitableColumn(readable: ReadableEntity, name: string, use: FieldUse): SqlColumn | undefined {
  try {
    comparableField(readable, name);
  } catch {
    return undefined;
  }
  const column = storeOf(readable.source).valueOf(name);
  const isSuitable = storagesFor[use].has(column.storage) && readable.fields[name]?.localized !== true;
  return isSuitable ? column : undefined;
}

/** The column of a field for one use. @throws {Problem} badRequest for a field that the reader may not read, or of another storage */
function fieldIn(readable: ReadableEntity, name: string, use: FieldUse): SqlColumn {
  const column = suitableColumn(readable, name, use);
  if (column === undefined) throw new Problem("badRequest", formatText(wrongFieldText, { name }));
  return column;
}

/** The fields of an entity of which figures can be made: values to add up, values to group by, and times. */
export function figureFields(readable: ReadableEntity): Record<FieldUse, string[]> {
  const fieldsFor = (use: FieldUse) =>
    Object.keys(readable.fields).filter((name) => suitableColumn(readable, name, use) !== undefined);
  return { number: fieldsFor("number"), group: fieldsFor("group"), time: fieldsFor("time") };
}

const functions = { sum: sql.raw("sum"), avg: sql.raw("avg"), min: sql.raw("min"), max: sql.raw("max") };

const measureSql = (readable: ReadableEntity, measure: Measure): SQL =>
  measure.op === "count"
    ? sql`count(*)::float8`
    : sql`${functions[measure.op]}(${fieldIn(readable, measure.field, "number").column})::float8`;

/** The storage of a field with times, so that callers know whether its spans are instants or days. @throws {Problem} badRequest */
export const timeStorageOf = (readable: ReadableEntity, field: string): StoredStorage =>
  fieldIn(readable, field, "time").storage;

function statementOf(readable: ReadableEntity, scope: SQL, query: AggregateQuery): SQL {
  const { measure, within } = query;
  const time = within && fieldIn(readable, within.field, "time");
  const type = time && sql.raw(time.type);
  const span =
    within === undefined
      ? sql`true`
      : sql`${time!.column} >= ${within.from}::${type!} and ${time!.column} < ${within.to}::${type!}`;
  const rows = sql`from ${storeOf(readable.source).from([])} where ${scope} and ${span}`;
  const value = measureSql(readable, measure);
  if ("groupBy" in query) {
    const { column } = fieldIn(readable, query.groupBy, "group");
    return sql`select key, value, (sum(value) over ())::float8 as of from (select (${column})::text as key, ${value} as value ${rows} group by 1) grouped
      order by value desc nulls last, key limit ${query.limit}`;
  }
  if ("starts" in query && time !== undefined) {
    const starts = sql`${sql.param([...query.starts])}::${type!}[]`;
    return sql`select (width_bucket(${time.column}, ${starts}) - 1)::text as key, ${value} as value, null::float8 as of ${rows} group by 1`;
  }
  return sql`select null::text as key, ${value} as value, null::float8 as of ${rows}`;
}

const entryOfFigures = createTaggedCache<AggregateRow[]>();

/** Figures, valid until a row of their entity changes. Those of views, and those with conditions on related records, are not cached: they depend on the rows of others, and on the rights to these. */
function cachedFigures(
  database: Database,
  { principal, entity, query }: { principal: Principal; entity: EntityDefinition; query: AggregateQuery },
): CacheEntry<AggregateRow[]> {
  const comparesOthers = query.filter !== undefined && relatedFieldsIn(query.filter).length > 0;
  if (entity.joined !== undefined || comparesOthers) return { read: () => undefined, store: () => undefined };
  const { tenantId } = principal;
  const limit = limitKey(principal, entity, "read");
  const key = JSON.stringify([tenantId, entity.type, entity.stored?.version, limit, query]);
  return entryOfFigures(database, { tag: rowsTag(tenantId, entity.type), key });
}
/** Figures may read many rows: few are computed at a time, so that lists and forms find a free connection. */
const queueOf = memo((_database: Database) =>
  createQueue({
    concurrency: 2,
    maxWaiting: 100,
    refusal: new Problem("tooManyRequests", fullText, { retryAfter: 5 }),
  }),
);

/**
 * Figures of the rows of an entity that the reader may read, computed by the database.
 * @throws {Problem} forbidden; badRequest for a filter or field that the entity or the reader does not have; unavailable when it takes too long
 */
export async function aggregateRows(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  query: AggregateQuery,
): Promise<AggregateRow[]> {
  guard(principal, entity, "read");
  const { tenantId } = principal;
  const { readable } = viewOf(principal, entity);
  const filter = whereOf({ readable, tenantId, related: query.related }, query.filter ?? { and: [] });
  const statement = statementOf(readable, sql`${permittedRowsSql(principal, entity, "read")} and ${filter}`, query);
  return queueOf(database).enqueue(async () => {
    const entry = cachedFigures(database, { principal, entity, query });
    const cached = entry.read();
    if (cached !== undefined) return cached;
    try {
      const rows = await database.readForDisplay<AggregateRow>(tenantId, statement);
      entry.store(rows);
      return rows;
    } catch (error) {
      if (error instanceof Problem && error.code === "unavailable") throw new Problem("unavailable", slowText);
      throw error;
    }
  });
}
