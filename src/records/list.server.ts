import { type SQL, sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import { countCap, defaultPageSize, pageSizes, type TableResult } from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { Filter, SortOrder } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import type { Database, Tx } from "#server/database.server.ts";
import { totals } from "./totals.server.ts";
import { guard } from "./guard.server.ts";
import { selection, tableSql, visible } from "./row.server.ts";
import { columnOf, whereOf } from "./where.server.ts";

export type ListQuery = {
  filter?: Filter;
  sort?: SortOrder;
  pageIndex?: number;
  pageSize?: number;
  /** Id of the last row of the page before (next page) or of the first one (`before`): how lists go on beyond the largest offset. */
  after?: string;
  before?: string;
};

/** Beyond it a page number costs the database too much; lists go on by `after` and `before` (architecture: data). */
const largestOffset = 10_000;
const largestPage = pageSizes.at(-1)!;
const alive = sql`deleted_at is null`;

function orderOf(entity: EntityDefinition, { field, direction }: SortOrder): SQL {
  const { column } = columnOf(entity, field);
  const way = sql.raw(direction);
  return sql`${column} ${way}, id ${way}`;
}

/** Rows beyond the row `id` in the list's order; a row that is gone gives an empty page rather than a wrong one. */
function beyond(entity: EntityDefinition, id: string, { field, direction }: SortOrder): SQL {
  const { column } = columnOf(entity, field);
  const way = sql.raw(direction === "asc" ? ">" : "<");
  const anchor = sql`(select ${column} from ${tableSql(entity)} where id = ${id}::uuid)`;
  // A null sorts last when ascending and first when descending, as PostgreSQL's own indexes do.
  const nulls = direction === "asc" ? sql`(${column} is null and ${anchor} is not null)` : sql`(${column} is not null and ${anchor} is null)`;
  return sql`((${column}, id) ${way} (${anchor}, ${id}::uuid) or ${nulls} or (${column} is null and ${anchor} is null and id ${way} ${id}::uuid))`;
}

const opposite = (sort: SortOrder): SortOrder => ({ ...sort, direction: sort.direction === "asc" ? "desc" : "asc" });

async function pageOf(tx: Tx, entity: EntityDefinition, where: SQL, sort: SortOrder, query: ListQuery, size: number): Promise<AnyRow[]> {
  const offset = ((query.pageIndex ?? 1) - 1) * size;
  const cursor = query.after ?? query.before;
  if (cursor === undefined && offset > largestOffset) {
    throw new Problem("badRequest", { zh: "页码过大,请缩小筛选范围", en: "That page is too far. Narrow the search instead." });
  }
  const order = query.before === undefined ? sort : opposite(sort);
  const from = cursor === undefined ? where : sql`${where} and ${beyond(entity, cursor, order)}`;
  const skip = cursor === undefined ? sql` offset ${offset}` : sql``;
  const rows = await tx.rows<AnyRow>(
    sql`select ${selection(entity)} from ${tableSql(entity)} where ${from} order by ${orderOf(entity, order)} limit ${size}${skip}`,
  );
  return query.before === undefined ? rows : rows.reverse();
}

/**
 * A page of an entity's rows, and how many there are (counted up to 10,001).
 * @throws {Problem} forbidden; badRequest for a filter or sort over anything but the entity's own readable fields
 */
export async function listRows(database: Database, who: Principal, entity: EntityDefinition, query: ListQuery): Promise<TableResult> {
  guard(who, entity, "read");
  const sort = query.sort ?? entity.list.sort;
  const size = Math.min(Math.max(1, query.pageSize ?? defaultPageSize), largestPage);
  const filter = whereOf(entity, query.filter ?? { and: [] });
  const where = sql`tenant_id = ${who.tenantId}::uuid and ${alive} and ${filter}`;
  const key = JSON.stringify(query.filter ?? null);
  const cache = totals(database);
  let total = cache.get(who.tenantId, entity.type, key);
  const rows = await database.tenant(who.tenantId, async (tx) => {
    const page = await pageOf(tx, entity, where, sort, query, size);
    if (total === undefined) {
      const [counted] = await tx.rows<{ n: number }>(sql`select count(*)::int as n from (select 1 from ${tableSql(entity)} where ${where} limit ${countCap}) counted`);
      total = counted!.n;
    }
    return page;
  });
  cache.set(who.tenantId, entity.type, key, total!);
  return {
    pageIndex: query.pageIndex ?? 1,
    pageSize: size,
    total: total!,
    isCapped: total! >= countCap,
    rows: rows.map((row) => visible(entity, row)),
  };
}

/** One row by id, with the fields that only the program keeps. @throws {Problem} notFound, the same for a foreign id as for none */
export async function findRow(tx: Tx, who: Principal, entity: EntityDefinition, id: string, lock = false): Promise<AnyRow & { field_versions: Record<string, number> }> {
  const [row] = await tx.rows<AnyRow & { field_versions: Record<string, number> }>(
    sql`select ${selection(entity)}, field_versions from ${tableSql(entity)} where tenant_id = ${who.tenantId}::uuid and id = ${id}::uuid and ${alive}${lock ? sql` for update` : sql``}`,
  );
  if (row === undefined) throw new Problem("notFound", { zh: "选择的行数据不存在", en: "This record does not exist" });
  return row;
}

/** One row for a reader. @throws {Problem} forbidden, notFound */
export function readRow(database: Database, who: Principal, entity: EntityDefinition, id: string): Promise<AnyRow> {
  guard(who, entity, "read");
  return database.tenant(who.tenantId, async (tx) => {
    const { field_versions: _versions, ...row } = await findRow(tx, who, entity, id);
    return visible(entity, row);
  });
}
