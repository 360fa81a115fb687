import { type SQL, sql } from "drizzle-orm";
import { countCap, type Total } from "#kit/total.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { SortOrder } from "#kit/filter.ts";
import { memo } from "#kit/memo.ts";
import { Problem } from "#kit/problem.ts";
import type { Read } from "#server/postgres/database.server.ts";
import type { ReadableEntity } from "#records/registry/view.server.ts";
import { nullsOrder, type Selection, type SortColumn } from "./row-store.server.ts";
import { storeOf } from "./store-of.server.ts";
import { totalOf } from "./totals.server.ts";
import { walkStatements } from "./walked-page.server.ts";
import { badFilter, conjunctionOf, comparableField, type SearchCondition } from "./where.server.ts";

/**
 * A search. `rank`: an expression, lowest first; without it all matches rank equally. `isRare`: the first rows of the list are known to have too few
 * matches for the page.
 */
export type Search = SearchCondition & { rank?: SQL; isRare?: boolean };

export type PageRequest = {
  tenantId: string;
  readable: ReadableEntity;
  selection: Selection;
  /** The condition on every row of the list, without `search`. */
  where: SQL;
  /** The part of the condition that the search index answers. */
  search?: Search | undefined;
  /** The same condition as it is tested for one row after the other; absent when it is on no values of the rows. */
  whereByRow?: SQL | undefined;
  /** In order of priority. */
  sort: readonly SortOrder[];
  size: number;
  pageIndex: number;
  after?: string | undefined;
  before?: string | undefined;
};

/** The maximum offset in rows. Rows beyond it are read with the cursors `after` and `before` (docs/architecture.md, Data). */
const maxOffset = 10_000;
/** Offsets of up to this many pages are literals in the SQL text, later ones are parameters. */
const maxLiteralPages = 4;
const oppositeDirection = { asc: "desc", desc: "asc" } as const;

type SortKey = SortColumn & { direction: SortOrder["direction"] };

/** The fields by which a reader may sort a list; sites may also use the `publicSort`. */
export const sortableFields = memo(
  (readable: ReadableEntity): ReadonlySet<string> =>
    new Set([
      ...Object.keys(readable.fields).filter((name) => readable.fields[name]!.column?.sortable === true),
      readable.list.sort.field,
      "createdAt",
      "updatedAt",
    ]),
);

function isIndexed(readable: ReadableEntity, [{ field }, ...others]: readonly [SortOrder, ...SortOrder[]]): boolean {
  // Only a sort by several fields that the definition declares has an index; readers cannot combine fields.
  const isPublic =
    readable.publicSort?.map((order) => order.field).join() === [field, ...others.map((order) => order.field)].join();
  if (others.length > 0) return isPublic;
  return isPublic || sortableFields(readable).has(field);
}

/** The columns of a sort order. @throws {Problem} badRequest unless an index has this order (T-06) */
function sortKeys(readable: ReadableEntity, sort: readonly SortOrder[]): [SortKey, ...SortKey[]] {
  const [first, ...others] = sort;
  if (first === undefined || !isIndexed(readable, [first, ...others])) throw badFilter;
  const store = storeOf(readable.source);
  const keyOf = ({ field, direction }: SortOrder, index: number): SortKey => {
    comparableField(readable, field);
    return { ...store.sortColumn(field, index), direction };
  };
  return [keyOf(first, 0), ...others.map((order, index) => keyOf(order, index + 1))];
}

const comma = sql.raw(", ");

/** `order by ...`, with the id last for a total order. It uses an index of server/postgres/tables.server.ts in one direction. */
function orderBy(keys: [SortKey, ...SortKey[]], rank: readonly SQL[] = []): SQL {
  const parts = keys.map(({ column, direction }) => sql`${column} ${sql.raw(nullsOrder[direction])}`);
  return sql`order by ${sql.join([...rank, ...parts], comma)}, id ${sql.raw(keys.at(-1)!.direction)}`;
}

/**
 * Limits of scanning, in rows. A search first scans the beginning of the list, which fills the page if the word is common; for a rare word the index
 * is faster. A sample of `sampleLength` rows without a match shows that the word is rare. After a sample with a match, `minScanned` rows are scanned
 * or, for later pages, `scannedRowsPerMatch` for each row up to the end of the page.
 */
const sampleLength = 300;
const minScanned = 2000;
const scannedRowsPerMatch = 25;
/** Maximum number of matches to rank in one statement; with more, each tier is searched separately. */
const maxRanked = 2001;
/** A ranked search with this many matches in the sample is assumed to have more than `maxRanked`. */
const commonThreshold = 12;

/** `after`: the condition on rows after a cursor; absent at the beginning of the list. */
type PageRange = { after?: SQL; limit: number; offset: number };

/** The condition on the rows of a range, without `search`. */
const whereIn = ({ where }: PageRequest, { after }: PageRange): SQL =>
  after === undefined ? where : sql`${where} and ${after}`;

const literal = (value: number): SQL => sql.raw(String(value));

// Limits and small offsets are part of the SQL text, because PostgreSQL plans for few rows only when it knows the limit. Offsets of distant pages are
// parameters: as text, each would be another prepared statement.
const offsetSql = (value: number, { limit, offset }: PageRange): SQL =>
  offset <= limit * maxLiteralPages ? literal(value) : sql`${value}::int`;

const limitOf = (range: PageRange): SQL => sql`limit ${literal(range.limit)} offset ${offsetSql(range.offset, range)}`;

/** The FROM expression of the list with its sort columns. @throws {Problem} as `sortKeys` */
function listSql({ readable, sort }: PageRequest): SQL {
  sortKeys(readable, sort);
  return storeOf(readable.source).from(sort.map(({ field }) => field));
}

/** Reads a page without a search; with `count`, each result has the count as `#found`. */
async function readLines<Line extends AnyRow>(
  read: Read,
  request: PageRequest,
  range: PageRange,
  count?: SQL,
): Promise<Line[]> {
  const { tenantId, readable, selection, sort, where, whereByRow } = request;
  const keys = sortKeys(readable, sort);
  const [sortColumn, ...otherKeys] = keys;
  if (whereByRow !== undefined && otherKeys.length === 0 && range.after === undefined) {
    const order = { tenantId, field: sort[0]!.field, direction: sortColumn.direction };
    const store = storeOf(readable.source);
    const end = range.offset + range.limit;
    const page = { store, selection, where, whereByRow, order, sortColumn, limit: limitOf(range), end, count };
    const statements = walkStatements(page);
    if (statements !== undefined) {
      const lines = await read<Line>(statements.walk);
      return lines.length === range.limit ? lines : read<Line>(statements.whole());
    }
  }
  const columns = count === undefined ? selection.columns : sql`(${count}) as "#found", ${selection.columns}`;
  return read<Line>(
    sql`select ${columns} from ${listSql(request)} where ${whereIn(request, range)} ${orderBy(keys)} ${limitOf(range)}`,
  );
}

/**
 * The statement for a page of a search. Takes matches from the first rows of the list (`scanned`) or, if these neither fill the page nor are the
 * whole list, from the index (`gathered`). Returns at least one result with the columns `#found` (the number of matches) and `#isAll` (whether it is
 * complete). With a rank, all matches must be sorted: for more than `maxRanked` it returns no rows.
 */
function searchPageSql(request: PageRequest, { text, index, rank, isRare = false }: Search, range: PageRange): SQL {
  const { tenantId, readable, selection, sort, where: filter } = request;
  const store = storeOf(readable.source);
  const keys = sortKeys(readable, sort);
  const [list, where] = [listSql(request), whereIn(request, range)];
  const order = orderBy(keys, rank === undefined ? [] : [sql`"#rank"`]);
  const columns = sql.join([sql`id`, ...keys.map(({ column }) => column)], comma);
  const sample = isRare ? 0 : sampleLength;
  const remaining = isRare || rank !== undefined ? 0 : Math.max(minScanned, range.limit * scannedRowsPerMatch) - sample;
  const end = rank === undefined ? offsetSql(range.offset + range.limit, range) : literal(commonThreshold);
  const [limit, cap] =
    rank === undefined ? [sql``, sql`null`] : [sql` limit ${literal(maxRanked)}`, literal(maxRanked)];
  // The scan applies the filter to each row instead of limiting the rows by it: otherwise a filter with few rows would scan the whole list.
  const after = range.after === undefined ? sql`` : sql` and ${range.after}`;
  const scan = (length: number, offset: number) => sql`
    select ${columns}, (${filter} and ${text}) is true as "#isHit" from (
      select * from ${list} where ${store.notDeleted(tenantId)}${after} ${orderBy(keys)}
      limit ${literal(length)} offset ${literal(offset)}) as ${store.name}`;
  return sql`with sampled as materialized (${scan(sample, 0)}),
    sample as materialized (
      select n = ${literal(sample)} and hits > 0 and hits < ${end} and ${literal(remaining)} > 0 as "scansRest"
      from (select count(*) as n, count(*) filter (where "#isHit") as hits from sampled) counted),
    scanned as materialized (
      select * from sampled union all select * from (${scan(remaining, sample)}) rest where (select "scansRest" from sample)),
    scan as materialized (
      select hits, n < length as "isList", n < length or hits >= ${end} as "isEnough" from
        (select count(*) as n, count(*) filter (where "#isHit") as hits from scanned) counted,
        (select case when "scansRest" then ${literal(sample + remaining)} else ${literal(sample)} end as length from sample) wanted),
    gathered as materialized (
      select ${columns} from ${list} where not (select "isEnough" from scan) and ${where} and ${index}${limit}),
    counted as materialized (
      select (case when "isEnough" then hits else n end)::int as "#found", "isEnough" as "#isCommon",
        "isList" or not "isEnough" and coalesce(n < ${cap}, true) as "#isAll" from scan, (select count(*) as n from gathered) gathered),
    found as (
      select ${columns}, ${rank ?? literal(0)} as "#rank" from (
        select ${columns} from scanned where "#isHit" and (select "isEnough" from scan) union all select ${columns} from gathered) rows
      where ${rank === undefined ? sql`true` : sql`(select "#isAll" from counted)`})
    select counted.*, page.* from counted left join (
      select ${selection.columns} from ${list}
      join (select id as "#id", "#rank" from found ${order} ${limitOf(range)}) best on id = "#id" ${order}) page on true`;
}

/** Rows of a page; `total`: for a search, possibly a lower bound. */
export type Page = { rows: AnyRow[]; total?: Total };

/** A page of a search. `isAll`: whether all matches were found; `isCommon`: whether the first rows of the list filled the page. */
type SearchPage = Required<Page> & { isAll: boolean; isCommon: boolean };

type CountColumns = { "#found"?: number; "#isAll"?: boolean; "#isCommon"?: boolean };

/** Converts a result to a row, without the count columns. */
const rowOf =
  ({ selection }: PageRequest) =>
  (line: AnyRow & CountColumns): AnyRow => {
    const { "#found": _found, "#isAll": _isAll, "#isCommon": _isCommon, ...row } = line;
    return selection.toRow(row as AnyRow);
  };

async function findPage(read: Read, request: PageRequest, search: Search, range: PageRange): Promise<SearchPage> {
  const lines = await read<AnyRow & Required<CountColumns>>(searchPageSql(request, search, range));
  const { "#found": count, "#isAll": isAll, "#isCommon": isCommon } = lines[0]!;
  // A page without rows still returns one line with the count, whose other columns are null.
  const rows = lines.filter(({ id }) => id !== null).map(rowOf(request));
  const total = isAll ? totalOf(count, countCap) : { total: count + 1, isCapped: true };
  return { rows, total, isAll, isCommon };
}

/** Reads a range of the list. */
async function readRange(read: Read, request: PageRequest, range: PageRange): Promise<Page> {
  if (request.search !== undefined) return findPage(read, request, request.search, range);
  const rows = await readLines(read, request, range);
  return { rows: rows.map(request.selection.toRow) };
}

/** The ranges of rows whose `column` sorts after `value`; null is a range of its own. */
function conditionsAfter({ column, type, direction }: SortKey, value: string | null): SQL[] {
  const cursorValue = sql`${value}${sql.raw(`::${type}`)}`;
  if (direction === "asc") return [value === null ? sql`${column} is not null` : sql`${column} > ${cursorValue}`];
  return value === null ? [] : [sql`${column} < ${cursorValue}`, sql`${column} is null`];
}

/**
 * The ranges of the list after a row, in order: first rows that are equal to it in all sort columns but the last, then in all but the last two, and
 * so on. Each is one index range; a single condition with `or` would not be.
 */
function rangesAfter(keys: [SortKey, ...SortKey[]], { id, values }: { id: string; values: (string | null)[] }): SQL[] {
  const isEqual = ({ column, type }: SortKey, value: string | null) =>
    value === null ? sql`${column} is null` : sql`${column} = ${value}${sql.raw(`::${type}`)}`;
  return keys.flatMap((_, distance) => {
    const index = keys.length - 1 - distance;
    const key = keys[index]!;
    const before = keys.slice(0, index).map((sortKey, n) => isEqual(sortKey, values[n] ?? null));
    const within =
      distance === 0 ? rangesByLastKey(key, values[index] ?? null, id) : conditionsAfter(key, values[index] ?? null);
    return within.map((part) => sql.join([...before, part], sql.raw(" and ")));
  });
}

/** The ranges after a row by the last sort column, where equal rows are ordered by id. */
function rangesByLastKey(key: SortKey, value: string | null, id: string): SQL[] {
  const { column, type, direction, id: rowId } = key;
  const operator = sql.raw(direction === "asc" ? ">" : "<");
  if (value === null)
    return [sql`${column} is null and ${rowId} ${operator} ${id}::uuid`, ...conditionsAfter(key, null)];
  const remaining = sql`(${column}, ${rowId}) ${operator} (${value}${sql.raw(`::${type}`)}, ${id}::uuid)`;
  return direction === "asc" ? [remaining] : [remaining, sql`${column} is null`];
}

/** Rows after the row `id`, also if that row is in the trash (R-27); none after an unknown id. */
async function rowsAfter(read: Read, request: PageRequest, id: string): Promise<AnyRow[]> {
  const { tenantId, readable, sort, size } = request;
  const keys = sortKeys(readable, sort);
  const anchorValues = sql.join(
    keys.map(({ column }) => sql`${column}::text`),
    comma,
  );
  const [anchor] = await read<{ values: (string | null)[] }>(
    sql`select array[${anchorValues}] as values from ${listSql(request)} where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`,
  );
  if (anchor === undefined) return [];
  const rows: AnyRow[] = [];
  for (const range of rangesAfter(keys, { id, values: anchor.values })) {
    if (rows.length === size) break;
    const next = { after: range, limit: size - rows.length, offset: 0 };
    rows.push(...(await readRange(read, request, next)).rows);
  }
  return rows;
}

/** The range of the page `pageIndex`. @throws {Problem} badRequest beyond the maximum offset */
function rangeOf({ size, pageIndex }: PageRequest): PageRange {
  const offset = (pageIndex - 1) * size;
  if (offset > maxOffset)
    throw new Problem("badRequest", {
      zh: "页码过大，请缩小筛选范围",
      en: "Too many pages. Narrow your filters.",
    });
  return { limit: size, offset };
}

/** The rows after the row `after`, or else before the row `before`. @throws {Problem} badRequest */
export async function readByCursor(read: Read, request: PageRequest): Promise<AnyRow[]> {
  const { sort, after, before } = request;
  if (after !== undefined) return rowsAfter(read, request, after);
  const reversed = {
    ...request,
    sort: sort.map(({ field, direction }) => ({ field, direction: oppositeDirection[direction] })),
  };
  return (await rowsAfter(read, reversed, before!)).toReversed();
}

/** The id of the row at a position of the list, from 0 and without a maximum; undefined after the end. */
export async function readIdAtPosition(
  read: Read,
  request: PageRequest,
  position: number,
): Promise<string | undefined> {
  const { readable, where, search, sort } = request;
  const all = search === undefined ? where : sql`${where} and ${search.index}`;
  const order = orderBy(sortKeys(readable, sort));
  const [row] = await read<{ id: string }>(
    sql`select id from ${listSql(request)} where ${all} ${order} limit 1 offset ${position}`,
  );
  return row?.id;
}

/** The page `pageIndex`. @throws {Problem} badRequest */
export const readPage = (read: Read, request: PageRequest): Promise<Page> => readRange(read, request, rangeOf(request));

/**
 * A page of rows ranked in tiers: first rows that meet the first condition, then those that meet the second but not the first, and so on; all matches
 * meet the last one. Few matches are ranked in one statement; otherwise each tier is searched separately, and tiers before the page are skipped.
 * @throws {Problem} badRequest
 */
export async function readTiers(
  read: Read,
  request: PageRequest,
  tiers: readonly SearchCondition[],
): Promise<AnyRow[]> {
  const range = rangeOf(request);
  const conditions = tiers.map((tier) => (request.search === undefined ? tier : conjunctionOf(request.search, tier)));
  // A tier is looked up in the index once for all rows: comparing the texts of each row takes several times as long.
  // The index of words has no deleted rows: without the condition, the database would read the whole table instead.
  const rowsIn = sql`${listSql(request)} where ${storeOf(request.readable.source).notDeleted(request.tenantId)}`;
  const cases = tiers
    .slice(0, -1)
    .map(({ index }, rank) => sql`when id in (select id from ${rowsIn} and ${index}) then ${literal(rank)} `);
  const rank = cases.length === 0 ? literal(0) : sql`case ${sql.join(cases)} else ${literal(cases.length)} end`;
  const ranked = await findPage(read, request, { ...conditions.at(-1)!, rank }, range);
  if (ranked.isAll) return ranked.rows;
  const rows: AnyRow[] = [];
  let skipped = range.offset;
  for (const [index, condition] of conditions.entries()) {
    if (rows.length === range.limit) break;
    const excludedTiers = conditions.slice(0, index).map(({ text }) => sql` and (${text}) is not true`);
    const remaining = sql.join(excludedTiers);
    const tier = {
      index: sql`${condition.index}${remaining}`,
      text: sql`${condition.text}${remaining}`,
      // A tier has no more matches than the whole search.
      isRare: !ranked.isCommon,
    };
    const tierPage = await findPage(read, request, tier, { limit: range.limit - rows.length, offset: skipped });
    rows.push(...tierPage.rows);
    skipped = Math.max(0, skipped - tierPage.total.total);
  }
  return rows;
}

/** The page `pageIndex` with a count from the same statement; `found` is undefined when the page is empty. @throws {Problem} badRequest */
export async function readCountedPage(
  read: Read,
  request: PageRequest,
  count: SQL,
): Promise<{ rows: AnyRow[]; found: number | undefined }> {
  const lines = await readLines<AnyRow & { "#found": number }>(read, request, rangeOf(request), count);
  return { rows: lines.map(rowOf(request)), found: lines[0]?.["#found"] };
}
