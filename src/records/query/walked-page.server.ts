import { type SQL, sql } from "drizzle-orm";
import { nullsOrder, type RowStore, type Selection, type SortColumn, type WalkOrder } from "./row-store.server.ts";

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
  /** The column of the order in the rows, and the id that has the order of the index, so that no rows are sorted. */
  sortColumn: Pick<SortColumn, "column" | "id">;
  limit: SQL;
  /** The number of rows up to the end of the page. */
  end: number;
  /** A subquery whose result each row of the page gets as `#found`. */
  count?: SQL | undefined;
};

/** A power of two, so that pages share statements. */
const walkLength = (end: number): number =>
  Math.min(walkLimits.max, Math.max(walkLimits.min, 2 ** Math.ceil(Math.log2(end * walkLimits.perRow))));

/** The statements for a page. `walk` is enough when it finds as many rows as the page has; else `whole` makes the one that finds all of the page. */
export type WalkStatements = { walk: SQL; whole: () => SQL };

/**
 * The statements for a page of a filtered list whose matches PostgreSQL cannot estimate. The first walks the first rows of the order: most pages are full
 * then, and it is a third of the work of one statement for all cases. The second finds all matches and sorts them (`sorted`) or, if there are many,
 * walks on (`rest`). Undefined for an order without an index.
 */
export function walkStatements(page: WalkedPage): WalkStatements | undefined {
  const { store, selection, where, whereByRow, order, sortColumn, limit, end, count } = page;
  const { direction } = order;
  const { column } = sortColumn;
  const { walk } = store;
  const firstRows = walk?.firstRows(order, walkLength(end));
  if (walk === undefined || firstRows === undefined) return undefined;
  const inOrder = sql`order by ${column} ${sql.raw(nullsOrder[direction])}, ${sortColumn.id} ${sql.raw(direction)}`;
  const rowsOf = (selected: SQL, from: SQL, condition: SQL) =>
    sql`select ${selected} from ${from} where ${whereByRow}${condition} ${inOrder} ${limit}`;
  const columns = count === undefined ? selection.columns : sql`(${count}) as "#found", ${selection.columns}`;
  const whole = () => {
    // An order that has the first rows has all of them.
    const rest = walk.firstRows(order, unlimited)!;
    const bySort = sql`order by "#sort" ${sql.raw(nullsOrder[direction])}, "#id" ${sql.raw(direction)}`;
    const most = sql.raw(String(maxSorted));
    return sql`with matches as materialized (select id as "#id" from ${store.from([])} where ${where} limit ${most} + 1),
    sorted as materialized (select "#id", "#sort" from matches cross join lateral ${walk.sortValue(order)} value
      where (select count(*) from matches) <= ${most} ${bySort} ${limit}),
    rest as materialized (${rowsOf(sql`id as "#id", ${column} as "#sort"`, rest, sql` and (select count(*) from matches) > ${most}`)}),
    page as (select * from sorted union all select * from rest)
    select ${columns} from page join ${store.from([])} on id = "#id" ${bySort}`;
  };
  return {
    // The columns are computed for the rows of the page only.
    walk: sql`select ${columns} from (${rowsOf(sql`*`, firstRows, sql``)}) ${store.name} ${inOrder}`,
    whole,
  };
}
