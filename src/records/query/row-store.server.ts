import type { SQL } from "drizzle-orm";
import type { AnyRow } from "#kit/entity.ts";
import type { StoredStorage } from "#server/postgres/storage.server.ts";

/** A column, or the expression for one. */
export type SqlColumn = { column: SQL; storage: StoredStorage; type: string };

/** A column to sort by, with the id next to it, so that one index has both. */
export type SortColumn = SqlColumn & { id: SQL };

/** Selected columns, and the conversion of a result line to a row. */
export type Selection = { columns: SQL; toRow: (raw: AnyRow) => AnyRow };

/**
 * The storage of an entity's rows, for building statements: engines write the statements and take these parts from the store. Every store has the
 * columns id, tenant_id, version, field_versions, created_at, updated_at, deleted_at and, for searchable entities, search and search_text.
 */
export type RowStore = {
  /** Alias of the rows in `from`. */
  name: SQL;
  /** The rows, with what the fields need that a statement sorts by. */
  from: (sort: readonly string[]) => SQL;
  /** True of the rows of a space that are not deleted. */
  notDeleted: (tenantId: string) => SQL;
  /** True of the deleted rows of a space. */
  deleted: (tenantId: string) => SQL;
  /** True of the rows that a member added. Only for entities that keep that. */
  addedBy: (memberId: string) => SQL;
  /** All columns of a row, including internal ones except JSON: `id, version, created_at as "createdAt", title, ...`. */
  allColumns: Selection;
  /** The same with these fields only. */
  fields: (names: readonly string[]) => Selection;
  /** The field at a position of those passed to `from`. */
  sortColumn: (field: string, index: number) => SortColumn;
  /** A condition on a field; `make` builds it from the expression of its column. */
  test: (field: string, make: (column: SqlColumn) => SQL) => SQL;
  /** The fields of each index that counts rows of a list without the rows being read. */
  indexes: readonly ReadonlySet<string>[];
};

/** The storages of the columns that every row has. */
export const rowStorages: ReadonlyMap<string, StoredStorage> = new Map([
  ["id", "uuid"],
  ["createdAt", "timestamp"],
  ["updatedAt", "timestamp"],
]);
