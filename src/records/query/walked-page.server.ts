import { type SQL, sql } from "drizzle-orm";
import { nullsOrder, type RowStore, type Selection, type WalkOrder } from "./row-store.server.ts";

/** Limits in rows: of the walk, at least and at most and for each row up to the end of the page, and of matches that are sorted. */
const walkLimits = { min: 1000, max: 20_000, perRow: 25 };
const maxSorted = 2000;
/** A limit beyond any list: PostgreSQL reads rows in the order of a subquery that has one. */
const unlimited = 1_000_000_000;

export type WalkedPage = {
  store: RowStore;
  selection: Selection;
  /** The condition on the rows, as it is looked up, and as it is tested for one row after the other. */
  where: SQL;
  whereByRow: SQL;
  order: WalkOrder;
  /** The column of the order in the rows. */
  column: SQL;
  limit: SQL;
  size: number;
  /** The number of rows up to the end of the page. */
  end: number;
  /** A subquery whose result each row of the page gets as `#found`. */
  count?: SQL | undefined;
};

/** A power of two, so that pages share statements. */
const walkLength = (end: number): number =>
  Math.min(walkLimits.max, Math.max(walkLimits.min, 2 ** Math.ceil(Math.log2(end * walkLimits.perRow))));

/**
 * The statement for a page of a filtered list whose matches PostgreSQL cannot estimate. It walks the first rows of the order (`walked`). If these do
 * not fill the page, it finds all matches and sorts them (`sorted`) or, if there are many, walks on (`rest`). Undefined for an order without an index.
 */
export function walkedPageSql(page: WalkedPage): SQL | undefined {
  const { store, selection, where, whereByRow, order, column, limit, size, end, count } = page;
  const { direction } = order;
  const [firstRows, rest] = [walkLength(end), unlimited].map((length) => store.walk?.firstRows(order, length));
  if (store.walk === undefined || firstRows === undefined || rest === undefined) return undefined;
  const rowsOf = (from: SQL, condition: SQL) =>
    sql`select id as "#id", ${column} as "#sort" from ${from} where ${whereByRow}${condition}
      order by ${column} ${sql.raw(nullsOrder[direction])}, id ${sql.raw(direction)} ${limit}`;
  const bySort = sql`order by "#sort" ${sql.raw(nullsOrder[direction])}, "#id" ${sql.raw(direction)}`;
  const [full, most] = [sql.raw(String(size)), sql.raw(String(maxSorted))];
  const columns = count === undefined ? selection.columns : sql`(${count}) as "#found", ${selection.columns}`;
  return sql`with walked as materialized (${rowsOf(firstRows, sql``)}),
    matches as materialized (select id as "#id" from ${store.from([])} where (select count(*) from walked) < ${full} and ${where} limit ${most} + 1),
    sorted as materialized (select "#id", "#sort" from matches cross join lateral ${store.walk.sortValue(order)} value
      where (select count(*) from matches) <= ${most} ${bySort} ${limit}),
    rest as materialized (${rowsOf(rest, sql` and (select count(*) from matches) > ${most}`)}),
    page as (select * from walked where (select count(*) from walked) = ${full} union all select * from sorted union all select * from rest)
    select ${columns} from page join ${store.from([])} on id = "#id" ${bySort}`;
}
