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
  /** What every row of the list satisfies but for `searchCondition`. */
  where: SQL;
  /** What is looked up in the search index. */
  searchCondition?: SQL | undefined;
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

/** Of a common word the newest rows are found among so many; if not, it is not spread evenly and all its rows are gathered. */
const maxWalked = 2000;
/** A word that more rows than this have is common. */
export const maxGathered = 2001;

type Stretch = { where: SQL; limit: number; offset: number };

// Numbers in the text, not parameters: PostgreSQL plans for few rows only when it knows that they are few, and plans once only when it
// knows it beforehand. Far pages are rare and would each be a statement of its own.
function limitOf({ limit, offset }: Stretch): SQL {
  const skipped = offset <= limit * nearPages ? sql.raw(String(offset)) : sql`${offset}`;
  return sql`limit ${sql.raw(String(limit))} offset ${skipped}`;
}

/** The rows of the list, with what they are sorted by. @throws {Problem} as `sortKeys` */
function listSql({ seen, sort }: PageRequest): SQL {
  sortKeys(seen, sort);
  return storeOf(seen.source).from(sort.map(({ field }) => field));
}

/** Reads the list itself; `count` goes beside each row. */
function selectRows(request: PageRequest, stretch: Stretch, count?: SQL): SQL {
  const { seen, selection, sort } = request;
  const columns = count === undefined ? selection.columns : sql`(${count}) as "#found", ${selection.columns}`;
  return sql`select ${columns} from ${listSql(request)} where ${stretch.where} ${orderBy(sortKeys(seen, sort))} ${limitOf(stretch)}`;
}

/** Walks over the first rows of the list to those with a common word. PostgreSQL would go on to the list's end, so it has no choice. */
function walkRows(request: PageRequest, stretch: Stretch): SQL {
  const { seen, selection, sort, searchCondition } = request;
  const order = orderBy(sortKeys(seen, sort));
  const firstRows = sql`(select * from ${listSql(request)} where ${stretch.where} ${order} limit ${sql.raw(String(maxWalked))}) as ${storeOf(seen.source).name}`;
  return sql`select ${selection.columns} from ${firstRows} where ${searchCondition} ${order} ${limitOf(stretch)}`;
}

/** Finds rows by the index, at most so many, sorts them and counts them: one line at least, whose `#found` says how many there are. */
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

/** Rows of a stretch, and of a search how many it found in all, `maxGathered` standing for all that are common. */
export type Found = { rows: AnyRow[]; found: number };

/** The row of a line, whose `#found` is no part of it. */
const rowOf =
  ({ selection }: PageRequest) =>
  (line: AnyRow & { "#found"?: number }): AnyRow => {
    const { "#found": _found, ...row } = line;
    return selection.toRow(row as AnyRow);
  };

async function gather(read: Read, request: PageRequest, stretch: Stretch, cap?: number): Promise<Found> {
  const lines = await read<AnyRow & { "#found": number }>(gatherRows(request, stretch, cap));
  // Without a row on the page one line stands for the count, its columns empty.
  const rows = lines.filter(({ id }) => id !== null).map(rowOf(request));
  return { rows, found: lines[0]!["#found"] };
}

/** Rows of a stretch of the list; of a search those that have what is looked for, by whatever way is shorter. */
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
