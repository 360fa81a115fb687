import { type SQL, sql } from "drizzle-orm";
import type { AnyRow } from "#kit/entity.ts";
import type { StoredStorage } from "#server/postgres/storage.server.ts";

/** A column, or the expression for one. */
export type SqlColumn = { column: SQL; storage: StoredStorage; type: string };

/** A column to sort by. `id`: the id column of the same table, so that one index has both. */
export type SortColumn = SqlColumn & { id: SQL };

/** Selected columns, and the conversion of a result to a row. */
export type Selection = { columns: SQL; toRow: (raw: AnyRow) => AnyRow };

/** A sort order of a list by one field, in one space. */
export type WalkOrder = { tenantId: string; field: string; direction: "asc" | "desc" };

/** How the rows of a store are read in an order, entry by entry, whatever PostgreSQL expects (walked-page.server.ts). */
export type Walk = {
  /** The FROM expression with the first `length` rows of the order, and the columns of `from`; undefined for a field without an index. */
  firstRows: (order: WalkOrder, length: number) => SQL | undefined;
  /** A subquery with the value of the field, as `"#sort"`, of the row `"#id"`. */
  sortValue: (order: WalkOrder) => SQL;
};

/**
 * The storage of an entity's rows, as SQL parts from which statements are built. Every store has the columns id, tenant_id, version, field_versions,
 * created_at, updated_at, deleted_at and, for searchable entities, search and search_text.
 */
export type RowStore = {
  /** Alias of the rows in `from`. */
  name: SQL;
  /** The FROM expression, with the joins that sorting by these fields needs. */
  from: (sort: readonly string[]) => SQL;
  /** A condition that is true for the rows of a space that are not deleted. */
  notDeleted: (tenantId: string) => SQL;
  /** A condition that is true for the deleted rows of a space. */
  deleted: (tenantId: string) => SQL;
  /** A condition that is true for the rows that a member added. Only for entities with an `owner`. */
  addedBy: (memberId: string) => SQL;
  /** All columns of a row, including internal ones except JSON: `id, version, created_at as "createdAt", title, ...`. */
  allColumns: Selection;
  /** The base columns and these fields. */
  fields: (names: readonly string[]) => Selection;
  /** The column of a field to sort by. `index`: its position in the list that `from` got. */
  sortColumn: (field: string, index: number) => SortColumn;
  /** The value of a field in a row of `from([])`. */
  valueOf: (field: string) => SqlColumn;
  /** The folded text of a searchable field. */
  searchText: (field: string) => SQL;
  /**
   * A condition on a field; `make` builds it from the expression of its column. `isByRow`: it is tested for one row after the other, so PostgreSQL must
   * not look up all rows that meet it.
   */
  test: (field: string, make: (column: SqlColumn) => SQL, isByRow?: boolean) => SQL;
  /** For a store whose conditions PostgreSQL cannot estimate. */
  walk?: Walk;
  /** The fields of each index. An index with all fields of a filter can count rows without reading the table. */
  indexes: readonly ReadonlySet<string>[];
};

/** Null sorts before every value. */
export const nullsOrder = { asc: "asc nulls first", desc: "desc nulls last" } as const;

/** The storages of the columns that every row has. */
export const rowStorages: ReadonlyMap<string, StoredStorage> = new Map([
  ["id", "uuid"],
  ["createdAt", "timestamp"],
  ["updatedAt", "timestamp"],
]);

/** The folded text of a field in the search columns of its row. */
export const storedSearchText = (field: string): SQL => sql`search_text->>${field}::text`;
