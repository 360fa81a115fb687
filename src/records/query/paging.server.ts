import { type SQL, sql } from "drizzle-orm";
import type { AnyRow } from "#kit/entity.ts";
import type { SortOrder } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import type { Read } from "#server/postgres/database.server.ts";
import type { SeenEntity } from "#records/registry/view.server.ts";
import type { Selection, SortColumn } from "./row-store.server.ts";
import { storeOf } from "./store-of.server.ts";
import { badFilter, comparableField } from "./where.server.ts";

export type PageRequest = {
  tenantId: string;
  seen: SeenEntity;
  selection: Selection;
  /** The condition on every row of the list, without `searchCondition`. */
  where: SQL;
  /** The part of the condition that the search index answers. */
  searchCondition?: SQL | undefined;
  /** The first column decides; each further one orders the rows that are equal so far. */
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

type SortKey = SortColumn & { direction: SortOrder["direction"] };

function isOffered(seen: SeenEntity, [{ field }, ...others]: readonly [SortOrder, ...SortOrder[]]): boolean {
  // Several at once are what the definition says and has an index for, and nothing that a reader puts together.
  const isPublic =
    seen.publicSort?.map((order) => order.field).join() === [field, ...others.map((order) => order.field)].join();
  if (others.length > 0) return isPublic;
  return (
    isPublic ||
    seen.fields[field]?.column?.sortable === true ||
    field === seen.list.sort.field ||
    ["createdAt", "updatedAt"].includes(field)
  );
}

/** The columns to sort by: one that the list offers, its own order, the row's times, or the order of the site (T-06). @throws {Problem} badRequest */
function sortKeys(seen: SeenEntity, sort: readonly SortOrder[]): [SortKey, ...SortKey[]] {
  const [first, ...others] = sort;
  if (first === undefined || !isOffered(seen, [first, ...others])) throw badFilter;
  const store = storeOf(seen.source);
  const keyOf = ({ field, direction }: SortOrder, at: number): SortKey => {
    comparableField(seen, field);
    return { ...store.sortColumn(field, at), direction };
  };
  return [keyOf(first, 0), ...others.map((order, at) => keyOf(order, at + 1))];
}

/** Null sorts before every value: an item without a date is older than all that have one. */
const nulls = { asc: "nulls first", desc: "nulls last" } as const;
const comma = sql.raw(", ");

/** `order by ...`, the id last, so that the order is one order. It reads an index of server/postgres/tables.server.ts in one direction. */
function orderBy(keys: [SortKey, ...SortKey[]]): SQL {
  const parts = keys.map(({ column, direction }) => sql`${column} ${sql.raw(`${direction} ${nulls[direction]}`)}`);
  return sql`order by ${sql.join(parts, comma)}, id ${sql.raw(keys.at(-1)!.direction)}`;
}

/** How many rows of the list are scanned for a common word. If they do not fill the page, the word is spread unevenly and all its rows are gathered. */
const maxWalked = 2000;
/** A word that more rows than this have is common. */
export const maxGathered = 2001;

type Stretch = { where: SQL; limit: number; offset: number };

// The numbers are part of the SQL text, because PostgreSQL plans for few rows only when it knows the limit beforehand. Offsets of far pages
// are parameters: as text, each would be another prepared statement.
function limitOf({ limit, offset }: Stretch): SQL {
  const skipped = offset <= limit * nearPages ? sql.raw(String(offset)) : sql`${offset}`;
  return sql`limit ${sql.raw(String(limit))} offset ${skipped}`;
}

/** The rows of the list, with what they are sorted by. @throws {Problem} as `sortKeys` */
function listSql({ seen, sort }: PageRequest): SQL {
  sortKeys(seen, sort);
  return storeOf(seen.source).from(sort.map(({ field }) => field));
}

/** Reads the list itself; each row carries `count` as well. */
function selectRows(request: PageRequest, stretch: Stretch, count?: SQL): SQL {
  const { seen, selection, sort } = request;
  const columns = count === undefined ? selection.columns : sql`(${count}) as "#found", ${selection.columns}`;
  return sql`select ${columns} from ${listSql(request)} where ${stretch.where} ${orderBy(sortKeys(seen, sort))} ${limitOf(stretch)}`;
}

/** Finds a common word by reading the first rows of the list in order; the limit keeps PostgreSQL from reading on to the list's end. */
function walkRows(request: PageRequest, stretch: Stretch): SQL {
  const { seen, selection, sort, searchCondition } = request;
  const order = orderBy(sortKeys(seen, sort));
  const firstRows = sql`(select * from ${listSql(request)} where ${stretch.where} ${order} limit ${sql.raw(String(maxWalked))}) as ${storeOf(seen.source).name}`;
  return sql`select ${selection.columns} from ${firstRows} where ${searchCondition} ${order} ${limitOf(stretch)}`;
}

/** Finds rows by the search index, at most `cap`, sorts and counts them: at least one line, whose `#found` is the count. */
function gatherRows(request: PageRequest, stretch: Stretch, cap?: number): SQL {
  const { seen, selection, sort, searchCondition } = request;
  const keys = sortKeys(seen, sort);
  const [list, order] = [listSql(request), orderBy(keys)];
  const sortColumns = sql.join(
    keys.map(({ column }) => column),
    comma,
  );
  const [limit, unlessCommon] =
    cap === undefined
      ? [sql.empty(), sql`true`]
      : [sql`limit ${sql.raw(String(cap))}`, sql`counted."#found" < ${sql.raw(String(cap))}`];
  return sql`with gathered as materialized (select id, ${sortColumns} from ${list} where ${stretch.where} and ${searchCondition} ${limit})
    select counted."#found", page.* from (select count(*)::int as "#found" from gathered) counted left join lateral (
      select ${selection.columns} from ${list}
      where ${unlessCommon} and id in (select id from gathered ${order} ${limitOf(stretch)}) ${order}) page on true`;
}

/** Rows of a stretch; `found`: how many a search found in total, or `maxGathered` when there are at least as many. */
export type Found = { rows: AnyRow[]; found: number };

/** Removes `#found`, which counts and does not belong to the row. */
const rowOf =
  ({ selection }: PageRequest) =>
  (line: AnyRow & { "#found"?: number }): AnyRow => {
    const { "#found": _found, ...row } = line;
    return selection.toRow(row as AnyRow);
  };

async function gather(read: Read, request: PageRequest, stretch: Stretch, cap?: number): Promise<Found> {
  const lines = await read<AnyRow & { "#found": number }>(gatherRows(request, stretch, cap));
  // A page without rows still gives one line with the count, whose other columns are null.
  const rows = lines.filter(({ id }) => id !== null).map(rowOf(request));
  return { rows, found: lines[0]!["#found"] };
}

/** Rows of a stretch of the list; for a search, gathered by the index or found by a walk over the list, whichever is cheaper. */
async function select(read: Read, request: PageRequest, stretch: Stretch): Promise<Found> {
  if (request.searchCondition === undefined) {
    const rows = await read<AnyRow>(selectRows(request, stretch));
    return { rows: rows.map(request.selection.toRow), found: rows.length };
  }
  const gathered = await gather(read, request, stretch, maxGathered);
  if (gathered.found < maxGathered) return gathered;
  const firstRows = await read<AnyRow>(walkRows(request, stretch));
  if (firstRows.length === stretch.limit) return { rows: firstRows.map(request.selection.toRow), found: maxGathered };
  return gather(read, request, stretch);
}

/** The stretches of rows whose `column` sorts after `value`; null is a stretch of its own. */
function beyond({ column, type, direction }: SortKey, value: string | null): SQL[] {
  const cursorValue = sql`${value}${sql.raw(`::${type}`)}`;
  if (direction === "asc") return [value === null ? sql`${column} is not null` : sql`${column} > ${cursorValue}`];
  return value === null ? [] : [sql`${column} < ${cursorValue}`, sql`${column} is null`];
}

/**
 * The stretches of the list after a row, in order: first the rows that equal it in all columns but the last, then in all but the last two,
 * and so on. Each is one range of the index; a single condition with `or` would not be.
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

/** The stretches after a row by the last column, where rows that are equal in it are ordered by id. */
function lastStretches(key: SortKey, value: string | null, id: string): SQL[] {
  const { column, type, direction, id: rowId } = key;
  const way = sql.raw(direction === "asc" ? ">" : "<");
  if (value === null) return [sql`${column} is null and ${rowId} ${way} ${id}::uuid`, ...beyond(key, null)];
  const rest = sql`(${column}, ${rowId}) ${way} (${value}${sql.raw(`::${type}`)}, ${id}::uuid)`;
  return direction === "asc" ? [rest] : [rest, sql`${column} is null`];
}

/** Rows behind the row `id`; it may be deleted meanwhile, so that a walk over the list goes on (R-27). An unknown id has no rows behind it. */
async function rowsBehind(read: Read, request: PageRequest, id: string): Promise<AnyRow[]> {
  const { tenantId, seen, where, sort, size } = request;
  const keys = sortKeys(seen, sort);
  const anchorValues = sql.join(
    keys.map(({ column }) => sql`${column}::text`),
    comma,
  );
  const [anchor] = await read<{ values: (string | null)[] }>(
    sql`select array[${anchorValues}] as values from ${listSql(request)} where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`,
  );
  if (anchor === undefined) return [];
  const rows: AnyRow[] = [];
  for (const stretch of stretchesBehind(keys, { id, values: anchor.values })) {
    if (rows.length === size) break;
    const next = { where: sql`${where} and ${stretch}`, limit: size - rows.length, offset: 0 };
    rows.push(...(await select(read, request, next)).rows);
  }
  return rows;
}

/** Where the page of a number begins. @throws {Problem} badRequest beyond the largest offset */
function stretchOf({ where, size, pageIndex }: PageRequest): Stretch {
  const offset = (pageIndex - 1) * size;
  if (offset > largestOffset)
    throw new Problem("badRequest", {
      zh: "页码过大，请缩小筛选范围",
      en: "Too many pages. Narrow your filters.",
    });
  return { where, limit: size, offset };
}

/** Rows behind or before a row, which `after` or `before` names. @throws {Problem} badRequest */
export async function readBeside(read: Read, request: PageRequest): Promise<AnyRow[]> {
  const { sort, after, before } = request;
  if (after !== undefined) return rowsBehind(read, request, after);
  const backwards = {
    ...request,
    sort: sort.map(({ field, direction }) => ({ field, direction: opposite[direction] })),
  };
  return (await rowsBehind(read, backwards, before!)).toReversed();
}

/** The id of the row at a place of the list, from 0, however far away that is. */
export async function readIdAt(read: Read, request: PageRequest, place: number): Promise<string | undefined> {
  const { seen, where, searchCondition, sort } = request;
  const all = searchCondition === undefined ? where : sql`${where} and ${searchCondition}`;
  const order = orderBy(sortKeys(seen, sort));
  const [found] = await read<{ id: string }>(
    sql`select id from ${listSql(request)} where ${all} ${order} limit 1 offset ${place}`,
  );
  return found?.id;
}

/** The page of a number. @throws {Problem} badRequest */
export const readPage = (read: Read, request: PageRequest): Promise<Found> => select(read, request, stretchOf(request));

/** The page of a number of rows that stand in tiers: whole tiers are skipped by how many rows they have. @throws {Problem} badRequest */
export async function readTiers(read: Read, request: PageRequest, tiers: readonly SQL[]): Promise<AnyRow[]> {
  const { where, limit, offset } = stretchOf(request);
  const rows: AnyRow[] = [];
  let skipped = offset;
  for (const tier of tiers) {
    if (rows.length === limit) break;
    const searchCondition = request.searchCondition === undefined ? tier : sql`${request.searchCondition} and ${tier}`;
    const found = await select(
      read,
      { ...request, searchCondition },
      { where, limit: limit - rows.length, offset: skipped },
    );
    rows.push(...found.rows);
    skipped = Math.max(0, skipped - found.found);
  }
  return rows;
}

/** The page of a number with a count in the same statement; without the count when the page is empty. @throws {Problem} badRequest */
export async function readCountedPage(
  read: Read,
  request: PageRequest,
  count: SQL,
): Promise<{ rows: AnyRow[]; found: number | undefined }> {
  const lines = await read<AnyRow & { "#found": number }>(selectRows(request, stretchOf(request), count));
  return { rows: lines.map(rowOf(request)), found: lines[0]?.["#found"] };
}
