import type { SQL } from "drizzle-orm";
import type { AnyRow } from "#kit/entity.ts";
import type { StoredStorage } from "#server/postgres/storage.server.ts";

/** A column, or what stands for one in a statement. */
export type SqlColumn = { column: SQL; storage: StoredStorage; type: string };

/** A column to sort by, with the id of its row as it stands beside it: one index has both. */
export type SortColumn = SqlColumn & { id: SQL };

/** What a statement selects of rows, and the row that is made of what comes. */
export type Selection = { columns: SQL; toRow: (raw: AnyRow) => AnyRow };

/**
 * Where the rows of an entity are kept, as statements see it. Engines write the statements and ask the store for their parts. Wherever a row
 * is kept, it has the columns id, tenant_id, version, field_versions, created_at, updated_at, deleted_at and, where people search, search and
 * search_text.
 */
export type RowStore = {
  /** What the rows are called in `from`, and in what stands for it. */
  name: SQL;
  /** The rows, with what the fields need that a statement sorts by. */
  from: (sort: readonly string[]) => SQL;
  /** True of the rows of a space that are not deleted. */
  notDeleted: (tenantId: string) => SQL;
  /** True of the deleted rows of a space. */
  deleted: (tenantId: string) => SQL;
  /** True of the rows that a member added. Only for entities that keep that. */
  addedBy: (memberId: string) => SQL;
  /** What a row carries, internal columns other than JSON among it: `id, version, created_at as "createdAt", title, ...`. */
  whole: Selection;
  /** The same with these fields only. */
  fields: (names: readonly string[]) => Selection;
  /** A field that `from` was given, in this place among them. */
  sortColumn: (field: string, at: number) => SortColumn;
  /** A condition on a field, which `make` writes over whatever stands for its column. */
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
