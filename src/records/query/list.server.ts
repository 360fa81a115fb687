import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import { defaultPageSize, pageSizes, type TableResult } from "#kit/auto.ts";
import { countCap, mayGrow, quickCountCap, type Total, unknownTotal } from "#kit/total.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { conjuncts, fieldsIn, type Filter, relatedFieldsIn, type SortOrder } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import type { Database, Read } from "#server/postgres/database.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import {
  type Countable,
  countAll,
  countSql,
  finishCount,
  isIndexed,
  totalCacheOf,
  startCount,
} from "./count.server.ts";
import {
  type Page,
  type PageRequest,
  readByCursor,
  readCountedPage,
  readIdAtPosition,
  readPage,
  readTiers,
} from "./paging.server.ts";
import { permittedRowsSql, selectionFor } from "./row.server.ts";
import { limitFields, limitKey } from "./row-rules.server.ts";
import { storeOf } from "./store-of.server.ts";
import { totalOf } from "./totals.server.ts";
import { programView, viewOf } from "#records/registry/view.server.ts";
import {
  type FindRelated,
  usesSearchIndex,
  type SearchCondition,
  type SearchMode,
  searchOf,
  whereOf,
} from "./where.server.ts";

export type ListQuery = {
  filter?: Filter;
  /** Finds the records whose fields `filter` may compare; absent if it may compare only fields of the rows themselves. */
  related?: FindRelated;
  /** A further condition set by the program, which may use fields that the reader may not read. */
  within?: Filter;
  /** Ids of rows to leave out. */
  except?: readonly string[];
  /** Several only if they are the entity's `publicSort`. */
  sort?: SortOrder | readonly SortOrder[];
  /** From 1. */
  pageIndex?: number;
  /** 1 to 120; larger numbers count as 120. */
  pageSize?: number;
  /** Cursors for paging beyond the maximum offset: the id of the last row of the previous page, or of the first row of the next page (`before`). */
  after?: string;
  before?: string;
  /** The fields to read; absent: all that the reader may read. */
  fields?: readonly string[];
};

const maxPageSize = pageSizes.at(-1)!;

/** The query of a list for one reader, ready to run and to count. */
type ListRequest = { read: Read; page: PageRequest; countable: Countable };

/** Separates the conditions that the search index answers from the others. */
function splitSearch({ joined }: EntityDefinition, filter: Filter): { rest: Filter; words: Filter | undefined } {
  if (joined !== undefined) return { rest: filter, words: undefined };
  const parts = Object.groupBy(conjuncts(filter), (part) => (usesSearchIndex(part) ? "words" : "rest"));
  return { rest: { and: parts.rest ?? [] }, words: parts.words && { and: parts.words } };
}

/** @throws {Problem} forbidden; badRequest for a filter or sort over anything but the entity's own readable fields */
function requestOf(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  query: ListQuery,
  verb: "read" | "export" = "read",
): ListRequest {
  guard(principal, entity, verb);
  const { tenantId } = principal;
  const { readable } = viewOf(principal, entity);
  const { filter = { and: [] }, sort = readable.list.sort, pageSize = defaultPageSize, except = [] } = query;
  const restriction = query.within && whereOf({ readable: programView(entity).readable, tenantId }, query.within);
  const permittedRows = permittedRowsSql(principal, entity, verb);
  const limitedRows = restriction === undefined ? permittedRows : sql`${permittedRows} and ${restriction}`;
  const scope = except.length === 0 ? limitedRows : sql`${limitedRows} and id <> all(${sql.param(except)}::uuid[])`;
  const where = (part: Filter, mode?: SearchMode) =>
    sql`${scope} and ${whereOf({ readable, tenantId, related: query.related }, part, mode)}`;
  const { rest, words } = splitSearch(entity, filter);
  const limitedBy = limitFields(principal, entity, verb);
  const isFiltered =
    limitedBy === undefined || query.within !== undefined || limitedBy.length + fieldsIn(rest).length > 0;
  const page = {
    tenantId,
    readable,
    selection: selectionFor(readable, query.fields),
    where: where(rest),
    whereByRow: isFiltered ? where(rest, "text") : undefined,
    search: words && searchOf({ readable, tenantId }, words),
    sort: [sort].flat(),
    size: Math.min(Math.max(1, pageSize), maxPageSize),
    pageIndex: query.pageIndex ?? 1,
    after: query.after,
    before: query.before,
  } satisfies PageRequest;
  const countable = {
    database,
    tenantId,
    entity,
    where: words === undefined ? page.where : where(filter),
    readsOthers: entity.joined !== undefined || relatedFieldsIn(filter).length > 0,
    isIndexed:
      words === undefined &&
      limitedBy !== undefined &&
      query.within === undefined &&
      except.length === 0 &&
      isIndexed(entity, [...limitedBy, ...fieldsIn(filter)]),
    key: JSON.stringify([tenantId, entity.type, limitKey(principal, entity, verb), filter, query.within, except]),
  };
  return { read: (statement) => database.readForDisplay(tenantId, statement), page, countable };
}

const hasCursor = ({ after, before }: PageRequest) => after !== undefined || before !== undefined;

/** The total, if the page shows it: a page that is not full is the last. */
function totalFrom(rows: AnyRow[], page: PageRequest): Total | undefined {
  const isTotalKnown = !hasCursor(page) && rows.length < page.size && (rows.length > 0 || page.pageIndex === 1);
  return isTotalKnown ? totalOf((page.pageIndex - 1) * page.size + rows.length, countCap) : undefined;
}

/** A lower bound of the total: the rows before the page, those on it, and one more. */
const totalSoFar = (rows: AnyRow[], { pageIndex, size }: PageRequest): Total => ({
  total: Math.min(countCap, (pageIndex - 1) * size + rows.length + 1),
  isCapped: true,
});

/** Rows, and their total as far as it is available without waiting. */
type PageWithTotal = { rows: AnyRow[]; total: Total };

async function readRowsOf({ read, page }: ListRequest): Promise<AnyRow[]> {
  return hasCursor(page) ? readByCursor(read, page) : (await readPage(read, page)).rows;
}

/** A page of a search, which counts matches while it finds them; for common words the total is a lower bound. */
async function readSearchPage(request: ListRequest): Promise<PageWithTotal> {
  const { read, page, countable } = request;
  if (hasCursor(page)) {
    const counting = startCount(countable);
    const rows = await readByCursor(read, page);
    return { rows, total: (await counting.totalWithinTimeout()) ?? totalSoFar(rows, page) };
  }
  const { rows, total } = await readPage(read, page);
  return { rows, total: total ?? totalSoFar(rows, page) };
}

/** A page of a list, which never waits for its total: the count runs in parallel, or, while the database is busy, in the cheapest way. */
async function readListPage(request: ListRequest): Promise<PageWithTotal> {
  const { read, page, countable } = request;
  const isBusy = countable.database.isBusy();
  const totalCache = totalCacheOf(countable);
  if (totalCache.total !== undefined && (isBusy || !mayGrow(totalCache.total))) {
    const rows = await readRowsOf(request);
    return { rows, total: totalFrom(rows, page) ?? totalCache.total };
  }
  if (isBusy && countable.isIndexed && !hasCursor(page)) {
    const { rows, found } = await readCountedPage(read, page, countSql(countable, quickCountCap));
    const total = found === undefined ? totalFrom(rows, page) : totalOf(found, quickCountCap);
    if (total !== undefined) totalCache.remember(total);
    return { rows, total: total ?? (await startCount(countable).totalWithinTimeout()) ?? totalSoFar(rows, page) };
  }
  const counting = isBusy ? undefined : startCount(countable);
  const rows = await readRowsOf(request);
  const total = totalFrom(rows, page) ?? (await (counting ?? startCount(countable)).totalWithinTimeout());
  return { rows, total: total ?? totalSoFar(rows, page) };
}

const resultOf = ({ page: { pageIndex, size } }: ListRequest, { rows, total }: PageWithTotal): TableResult => ({
  pageIndex,
  pageSize: size,
  ...total,
  rows,
});

/** A page of an entity's rows. @throws {Problem} as `listRows` */
export async function readRows(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  query: ListQuery,
): Promise<AnyRow[]> {
  return readRowsOf(requestOf(database, principal, entity, query));
}

/** A page of rows ranked in tiers, each a condition (see `readTiers`). Without tiers, like `readRows`. */
export async function readRanked(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  { query, tiers }: { query: Omit<ListQuery, "after" | "before">; tiers: readonly SearchCondition[] },
): Promise<AnyRow[]> {
  const { read, page } = requestOf(database, principal, entity, query);
  if (tiers.length === 0) return (await readPage(read, page)).rows;
  return readTiers(read, page, tiers);
}

/** The number of rows that an export may contain, counted up to `cap`. @throws {Problem} as `listRows` */
export async function countExport(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  { cap, ...query }: Pick<ListQuery, "related"> & { filter: Filter; cap: number },
): Promise<number> {
  const { countable, read } = requestOf(database, principal, entity, query, "export");
  const [counted] = await read<{ n: number }>(sql`select (${countSql(countable, cap)}) as n`);
  return counted!.n;
}

/** The query of an export. `after`: the row before the first one. */
export type ExportQuery = Required<Pick<ListQuery, "filter" | "fields">> &
  Pick<ListQuery, "sort" | "related"> & { after?: string | undefined; size: number };

/** The next `size` rows of an export; `size` has no maximum. @throws {Problem} as `listRows` */
export async function readExport(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  { size, after, ...query }: ExportQuery,
): Promise<AnyRow[]> {
  const { read, page } = requestOf(database, principal, entity, query, "export");
  const sizedPage = { ...page, size, after };
  return after === undefined ? (await readPage(read, sizedPage)).rows : readByCursor(read, sizedPage);
}

/** The id of the row at a position of an export, from 0; undefined after the end. @throws {Problem} as `listRows` */
export async function findExportRow(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  { position, ...query }: Omit<ExportQuery, "size" | "after"> & { position: number },
): Promise<string | undefined> {
  const { read, page } = requestOf(database, principal, entity, { ...query, fields: [] }, "export");
  return readIdAtPosition(read, page, position);
}

/** How many rows a filter has, counted up to 10,001. @throws {Problem} as `listRows` */
export async function countRows(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  filter: Filter = { and: [] },
): Promise<Total> {
  return finishCount(requestOf(database, principal, entity, { filter }).countable);
}

/**
 * Like `countRows`, or a lower bound when the database is too busy: counting a filter that no index answers reads the whole table, which may exceed
 * the time limit of a statement.
 */
export async function countAtLeast(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  query: Pick<ListQuery, "filter" | "related">,
): Promise<Total> {
  const { countable } = requestOf(database, principal, entity, query);
  return finishCount(countable).catch((error: unknown) => {
    if (error instanceof Problem && error.code === "unavailable") return totalCacheOf(countable).total ?? unknownTotal;
    throw error;
  });
}

/**
 * A page of an entity's rows, with a total that is counted up to 10,001 however long it takes.
 * @throws {Problem} forbidden; badRequest for a filter or sort by anything but the entity's own readable fields
 */
export async function listRows(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  query: ListQuery,
): Promise<TableResult> {
  const request = requestOf(database, principal, entity, query);
  const { read, page, countable } = request;
  const { rows, total: count }: Page = hasCursor(page)
    ? { rows: await readByCursor(read, page) }
    : await readPage(read, page);
  const isComplete = count !== undefined && !mayGrow(count);
  const total = isComplete ? count : (totalFrom(rows, page) ?? (await countAll(countable)));
  return resultOf(request, { rows, total });
}

/**
 * A page of an entity's rows without waiting for the total, which may be a lower bound (`mayGrow` of kit/auto.ts: whether `countRows` would give a
 * better one).
 * @throws {Problem} as `listRows`
 */
export async function browseRows(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  query: ListQuery,
): Promise<TableResult> {
  const request = requestOf(database, principal, entity, query);
  return resultOf(request, await (request.page.search === undefined ? readListPage(request) : readSearchPage(request)));
}

/** One row for a reader. @throws {Problem} forbidden; notFound, also for a row that the reader may not read */
export async function readRow(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  id: string,
): Promise<AnyRow> {
  guard(principal, entity, "read");
  const { columns, toRow } = selectionFor(viewOf(principal, entity).readable);
  const [row] = await database.read<AnyRow>(
    principal.tenantId,
    sql`select ${columns} from ${storeOf(entity).from([])} where ${permittedRowsSql(principal, entity, "read")} and id = ${id}::uuid`,
  );
  if (row === undefined) throw new Problem("notFound", { zh: "选择的行数据不存在", en: "This record does not exist" });
  return toRow(row);
}
