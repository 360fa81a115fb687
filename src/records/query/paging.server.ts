import { type SQL, sql } from "drizzle-orm";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { SortOrder } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import type { Read } from "#server/postgres/database.server.ts";
import { tableSql } from "./row.server.ts";
import { badFilter, columnOf, type SqlColumn } from "./where.server.ts";

export type PageRequest = {
  tenantId: string;
  entity: EntityDefinition;
  columns: SQL;
  /** What every row of the list satisfies but for `lookedFor`. */
  where: SQL;
  /** What is looked up in the search index, and whether many rows have it. */
  lookedFor?: { condition: SQL; isCommon: boolean } | undefined;
  /** The first decides, the next among rows that are equal in it. */
  sort: readonly SortOrder[];
  size: number;
  pageIndex: number;
  after?: string | undefined;
  before?: string | undefined;
};

/** Beyond it a page number costs the database too much; lists go on by `after` and `before` (architecture: data). */
const largestOffset = 10_000;
const nearPages = 4;
const opposite = { asc: "desc", desc: "asc" } as const;

type SortKey = SqlColumn & { direction: SortOrder["direction"] };

function isOffered(entity: EntityDefinition, [{ field }, ...others]: readonly [SortOrder, ...SortOrder[]]): boolean {
  // Several at once are what the definition says and has an index for, and nothing that a reader puts together.
  const isPublic =
    entity.publicSort?.map((order) => order.field).join() === [field, ...others.map((order) => order.field)].join();
  if (others.length > 0) return isPublic;
  return (
    isPublic ||
    entity.fields[field]?.column?.sortable === true ||
    field === entity.list.sort.field ||
    ["createdAt", "updatedAt"].includes(field)
  );
}

/** The columns to sort by: one that the list offers, its own order, the row's times, or the order of the site (T-06). @throws {Problem} badRequest */
function sortKeys(entity: EntityDefinition, sort: readonly SortOrder[]): [SortKey, ...SortKey[]] {
  const [first, ...others] = sort;
  if (first === undefined || !isOffered(entity, [first, ...others])) throw badFilter;
  const keyOf = ({ field, direction }: SortOrder): SortKey => ({ ...columnOf(entity, field), direction });
  return [keyOf(first), ...others.map(keyOf)];
}

/** What is not there counts as less than anything that is: an item without a date is older than all that have one. */
const nulls = { asc: "nulls first", desc: "nulls last" } as const;
const comma = sql.raw(", ");

/** `order by ...`, the id last, so that the order is one order. It reads an index of server/postgres/tables.server.ts in one direction. */
function orderBy(keys: [SortKey, ...SortKey[]]): SQL {
  const parts = keys.map(({ column, direction }) => sql`${column} ${sql.raw(`${direction} ${nulls[direction]}`)}`);
  return sql`order by ${sql.join(parts, comma)}, id ${sql.raw(keys.at(-1)!.direction)}`;
}

/** Of a common word the newest rows are found among so many; if not, it is not spread evenly and all its rows are gathered. */
const mostWalked = 5000;

async function select(
  { entity, columns, sort, lookedFor }: PageRequest,
  read: Read,
  where: SQL,
  limit: number,
  offset = 0,
): Promise<AnyRow[]> {
  const keys = sortKeys(entity, sort);
  const table = tableSql(entity);
  const order = orderBy(keys);
  // Numbers in the text, not parameters: PostgreSQL plans for few rows only when it knows that they are few, and plans once only when it
  // knows it beforehand. Far pages are rare and would each be a statement of its own.
  const skipped = offset <= limit * nearPages ? sql.raw(String(offset)) : sql`${offset}`;
  const part = sql`limit ${sql.raw(String(limit))} offset ${skipped}`;
  if (lookedFor === undefined)
    return read<AnyRow>(sql`select ${columns} from ${table} where ${where} ${order} ${part}`);
  const { condition, isCommon } = lookedFor;
  // PostgreSQL takes the cost of comparing a row's search entries for nothing and so would walk too far; here it has no choice.
  if (isCommon) {
    const walked = sql`(select * from ${table} where ${where} ${order} limit ${sql.raw(String(mostWalked))}) as ${table}`;
    const found = await read<AnyRow>(sql`select ${columns} from ${walked} where ${condition} ${order} ${part}`);
    if (found.length === limit) return found;
  }
  const sortColumns = sql.join(
    keys.map(({ column }) => column),
    comma,
  );
  return read<AnyRow>(sql`with found as materialized (select id, ${sortColumns} from ${table} where ${where} and ${condition})
    select ${columns} from ${table} where id in (select id from found ${order} ${part}) ${order}`);
}

/** The stretches in which one column goes on behind a value, ids apart. */
function beyond({ column, type, direction }: SortKey, value: string | null): SQL[] {
  const cursorValue = sql`${value}${sql.raw(`::${type}`)}`;
  if (direction === "asc") return [value === null ? sql`${column} is not null` : sql`${column} > ${cursorValue}`];
  return value === null ? [] : [sql`${column} < ${cursorValue}`, sql`${column} is null`];
}

/**
 * The stretches of the list behind a row, in order: rows that are equal in all columns but the last, then those equal in one less, and so
 * on. A stretch is a range of the index, which one condition with `or` would not be.
 */
function stretchesBehind(
  keys: [SortKey, ...SortKey[]],
  { id, values }: { id: string; values: (string | null)[] },
): SQL[] {
  const isEqual = ({ column, type }: SortKey, value: string | null) =>
    value === null ? sql`${column} is null` : sql`${column} = ${value}${sql.raw(`::${type}`)}`;
  return keys.flatMap((_, distance) => {
    const at = keys.length - 1 - distance;
    const key = keys[at]!;
    const before = keys.slice(0, at).map((one, index) => isEqual(one, values[index] ?? null));
    const within = distance === 0 ? lastStretches(key, values[at] ?? null, id) : beyond(key, values[at] ?? null);
    return within.map((part) => sql.join([...before, part], sql.raw(" and ")));
  });
}

/** The stretches behind a row in the last column, in which the id decides among equals. */
function lastStretches(key: SortKey, value: string | null, id: string): SQL[] {
  const { column, type, direction } = key;
  const way = sql.raw(direction === "asc" ? ">" : "<");
  if (value === null) return [sql`${column} is null and id ${way} ${id}::uuid`, ...beyond(key, null)];
  const rest = sql`(${column}, id) ${way} (${value}${sql.raw(`::${type}`)}, ${id}::uuid)`;
  return direction === "asc" ? [rest] : [rest, sql`${column} is null`];
}

/** Rows behind the row `id`; it may be deleted meanwhile, so that a walk over the list goes on (R-27). One that never was has none behind it. */
async function rowsBehind(request: PageRequest, read: Read, id: string): Promise<AnyRow[]> {
  const { tenantId, entity, where, sort, size } = request;
  const keys = sortKeys(entity, sort);
  const anchorValues = sql.join(
    keys.map(({ column }) => sql`${column}::text`),
    comma,
  );
  const [anchor] = await read<{ values: (string | null)[] }>(
    sql`select array[${anchorValues}] as values from ${tableSql(entity)} where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`,
  );
  if (anchor === undefined) return [];
  const rows: AnyRow[] = [];
  for (const stretch of stretchesBehind(keys, { id, values: anchor.values })) {
    if (rows.length < size)
      rows.push(...(await select(request, read, sql`${where} and ${stretch}`, size - rows.length)));
  }
  return rows;
}

/** One page of rows: by number, or behind or before a row. @throws {Problem} badRequest */
export async function readPage(read: Read, request: PageRequest): Promise<AnyRow[]> {
  const { sort, size, pageIndex, after, before } = request;
  if (after !== undefined) return rowsBehind(request, read, after);
  if (before !== undefined) {
    const backwards = {
      ...request,
      sort: sort.map(({ field, direction }) => ({ field, direction: opposite[direction] })),
    };
    return (await rowsBehind(backwards, read, before)).toReversed();
  }
  const offset = (pageIndex - 1) * size;
  if (offset > largestOffset)
    throw new Problem("badRequest", {
      zh: "页码过大，请缩小筛选范围",
      en: "Too many pages. Narrow your filters.",
    });
  return select(request, read, request.where, size, offset);
}
