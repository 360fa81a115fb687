import { type SQL, sql } from "drizzle-orm";
import type { AnyRow } from "#kit/entity.ts";
import type { StoredStorage } from "#server/postgres/storage.server.ts";

/** A column, or the expression for one. */
export type SqlColumn = { column: SQL; storage: StoredStorage; type: string };

/** A column to sort by. `id`: the id column of the same table, so that one index has both. */
export type SortColumn = SqlColumn & { id: SQL };

/** Selected columns, and the conversion of a result to a row. */
export type Selection = { columns: SQL; toRow: (raw: AnyRow) => AnyRow };

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
  /** A condition on a field; `make` builds it from the expression of its column. */
  test: (field: string, make: (column: SqlColumn) => SQL) => SQL;
  /** The fields of each index. An index with all fields of a filter can count rows without reading the table. */
  indexes: readonly ReadonlySet<string>[];
};

/** The storages of the columns that every row has. */
export const rowStorages: ReadonlyMap<string, StoredStorage> = new Map([
  ["id", "uuid"],
  ["createdAt", "timestamp"],
  ["updatedAt", "timestamp"],
]);

/** The folded text of a field in the search columns of its row. */
export const storedSearchText = (field: string): SQL => sql`search_text->>${field}::text`;
