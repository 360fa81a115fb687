import { type SQL, sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import { countCap, defaultPageSize, pageSizes, type TableResult } from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { conjuncts, type Filter, type SortOrder } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import type { Database, Read, Tx } from "#server/postgres/database.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { readPage } from "./paging.server.ts";
import { rowsFor, selection, selectionFor, tableSql, visible } from "./row.server.ts";
import { totalsOf } from "./totals.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { isLookup, whereOf } from "./where.server.ts";

export type ListQuery = {
  filter?: Filter;
  /** Several only as the entity's `publicSort` has them. */
  sort?: SortOrder | readonly SortOrder[];
  /** From 1. */
  pageIndex?: number;
  /** 1 to 120; more is 120. */
  pageSize?: number;
  /** Id of the last row of the page before (next page) or of the first one (`before`): how lists go on beyond the largest offset. */
  after?: string;
  before?: string;
  /** The fields to read; all that people may read when absent. */
  fields?: readonly string[];
};

const largestPage = pageSizes.at(-1)!;

async function count(read: Read, entity: EntityDefinition, where: SQL): Promise<number> {
  const [counted] = await read<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${tableSql(entity)} where ${where} limit ${sql.raw(String(countCap))}) counted`,
  );
  return counted!.n;
}

/** How many there are, where the page itself already tells: it is not full, so it is the last. */
function countFrom(rows: AnyRow[], { pageIndex = 1, after, before }: ListQuery, size: number): number | undefined {
  const isTelling =
    after === undefined && before === undefined && rows.length < size && (rows.length > 0 || pageIndex === 1);
  return isTelling ? Math.min(countCap, (pageIndex - 1) * size + rows.length) : undefined;
}

/** Parts what the search index answers from what columns do. */
function split(filter: Filter): { rest: Filter; words: Filter | undefined } {
  const parts = Object.groupBy(conjuncts(filter), (part) => (isLookup(part) ? "words" : "rest"));
  return { rest: { and: parts.rest ?? [] }, words: parts.words && { and: parts.words } };
}

/**
 * A page of an entity's rows, and how many there are (counted up to 10,001).
 * @throws {Problem} forbidden; badRequest for a filter or sort over anything but the entity's own readable fields
 */
export async function listRows(
  database: Database,
  who: Principal,
  whole: EntityDefinition,
  query: ListQuery,
): Promise<TableResult> {
  guard(who, whole, "read");
  const { tenantId } = who;
  const { entity, ownRows } = viewOf(who, whole);
  const {
    filter = { and: [] },
    sort = entity.list.sort,
    pageIndex = 1,
    pageSize = defaultPageSize,
    after,
    before,
    fields,
  } = query;
  const size = Math.min(Math.max(1, pageSize), largestPage);
  const readableRows = rowsFor(who, whole, "read");
  const where = (part: Filter) => sql`${readableRows} and ${whereOf({ entity, tenantId }, part)}`;
  const { rest, words } = split(filter);
  const columns = selectionFor(entity, fields);
  const key = `${ownRows.has("read") && who.kind === "user" ? who.memberId : ""}${JSON.stringify(filter)}`;
  const totals = totalsOf(database, tenantId, entity.type);
  const read: Read = (text) => database.read(tenantId, text);
  const order = [sort].flat();
  const page = { tenantId, entity, columns, where: where(rest), sort: order, size, pageIndex, after, before };
  let total = totals.get(key);
  let rows: AnyRow[] = [];
  if (words === undefined) {
    rows = await readPage(read, page);
    total ??= countFrom(rows, query, size) ?? (await count(read, entity, where(filter)));
  } else {
    // How many there are says how to look for the first of them.
    total ??= await count(read, entity, where(filter));
    const lookedFor = { condition: whereOf({ entity, tenantId }, words), isCommon: total >= countCap };
    if (total > 0) rows = await readPage(read, { ...page, lookedFor });
  }
  totals.set(key, total);
  return { pageIndex, pageSize: size, total, isCapped: total >= countCap, rows };
}

/** A row with what only the program keeps: its hidden fields, and at which version each field last changed. */
export type FoundRow = { row: AnyRow; fieldVersions: Record<string, number> };

/** One row by id, locked when it is about to change. @throws {Problem} notFound, the same for a foreign id as for none */
export async function findRow(
  tx: Tx,
  who: Principal,
  entity: EntityDefinition,
  id: string,
  verb: "read" | "update" = "read",
): Promise<FoundRow> {
  const [found] = await tx.rows<AnyRow & { field_versions: Record<string, number> }>(
    sql`select ${selection(entity)}, field_versions from ${tableSql(entity)} where ${rowsFor(who, entity, verb)} and id = ${id}::uuid${verb === "update" ? sql` for update` : sql``}`,
  );
  if (found === undefined)
    throw new Problem("notFound", { zh: "选择的行数据不存在", en: "This record does not exist" });
  const { field_versions: fieldVersions, ...row } = found;
  return { row, fieldVersions };
}

/** One row for a reader. @throws {Problem} forbidden, notFound */
export function readRow(database: Database, who: Principal, entity: EntityDefinition, id: string): Promise<AnyRow> {
  guard(who, entity, "read");
  return database.tenant(who.tenantId, async (tx) =>
    visible(viewOf(who, entity).entity, (await findRow(tx, who, entity, id)).row),
  );
}
