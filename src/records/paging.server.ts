import { type SQL, sql } from "drizzle-orm";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { SortOrder } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import type { Read } from "#server/database.server.ts";
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
  sort: SortOrder;
  size: number;
  pageIndex: number;
  after?: string | undefined;
  before?: string | undefined;
};

/** Beyond it a page number costs the database too much; lists go on by `after` and `before` (architecture: data). */
const largestOffset = 10_000;
const nearPages = 4;
const opposite = { asc: "desc", desc: "asc" } as const;

/** The column to sort by: one that the list offers, its own order, or the row's times (T-06). @throws {Problem} badRequest */
export function sortColumn(entity: EntityDefinition, { field }: SortOrder): SqlColumn {
  const isOffered =
    entity.fields[field]?.column?.sortable === true ||
    field === entity.list.sort.field ||
    ["createdAt", "updatedAt"].includes(field);
  if (!isOffered) throw badFilter;
  return columnOf(entity, field);
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
  const { column } = sortColumn(entity, sort);
  const table = tableSql(entity);
  const way = sql.raw(sort.direction);
  const order = sql`order by ${column} ${way}, id ${way}`;
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
  return read<AnyRow>(sql`with found as materialized (select id, ${column} from ${table} where ${where} and ${condition})
    select ${columns} from ${table} where id in (select id from found ${order} ${part}) ${order}`);
}

/**
 * The stretches of the list behind a row, in order. PostgreSQL sorts nulls behind everything when ascending and before it when
 * descending; a stretch is a range of the index, which one condition with `or` would not be.
 */
function stretchesBehind(
  { column, type }: SqlColumn,
  direction: SortOrder["direction"],
  anchor: { id: string; value: string | null },
): SQL[] {
  const isAscending = direction === "asc";
  const way = sql.raw(isAscending ? ">" : "<");
  if (anchor.value === null) {
    const rest = sql`${column} is null and id ${way} ${anchor.id}::uuid`;
    return isAscending ? [rest] : [rest, sql`${column} is not null`];
  }
  const rest = sql`(${column}, id) ${way} (${anchor.value}${sql.raw(`::${type}`)}, ${anchor.id}::uuid)`;
  return isAscending ? [rest, sql`${column} is null`] : [rest];
}

/** Rows behind the row `id`; it may be deleted meanwhile, so that a walk over the list goes on (R-27). One that never was has none behind it. */
async function rowsBehind(request: PageRequest, read: Read, id: string): Promise<AnyRow[]> {
  const { tenantId, entity, where, sort, size } = request;
  const key = sortColumn(entity, sort);
  const [anchor] = await read<{ value: string | null }>(
    sql`select ${key.column}::text as value from ${tableSql(entity)} where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`,
  );
  if (anchor === undefined) return [];
  const rows: AnyRow[] = [];
  for (const stretch of stretchesBehind(key, sort.direction, { id, value: anchor.value })) {
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
    const backwards = { ...request, sort: { ...sort, direction: opposite[sort.direction] } };
    return (await rowsBehind(backwards, read, before)).toReversed();
  }
  const offset = (pageIndex - 1) * size;
  if (offset > largestOffset)
    throw new Problem("badRequest", {
      zh: "页码过大,请缩小筛选范围",
      en: "That page is too far. Narrow the search instead.",
    });
  return select(request, read, request.where, size, offset);
}
