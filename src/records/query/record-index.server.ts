import type { EntityDefinition } from "#kit/entity.ts";
import { memo } from "#kit/memo.ts";
import type { StoredStorage } from "#server/postgres/storage.server.ts";
import { columnsFor, fieldTypeOf } from "#records/registry/field-types.server.ts";

/** A kind of value in `record_index`, with its column and type. */
export type IndexKind = { kind: string; column: string; type: string };

const kindOf = (kind: string, type: string): IndexKind => ({ kind, column: `${kind}_value`, type });
/** Days are indexed as the instant at which they begin in UTC. Times of day, ranges and lists have no index. */
const kinds: Partial<Record<StoredStorage, IndexKind>> = {
  text: kindOf("text", "text"),
  integer: kindOf("number", "numeric"),
  decimal: kindOf("number", "numeric"),
  boolean: kindOf("boolean", "boolean"),
  timestamp: kindOf("time", "timestamptz"),
  date: kindOf("time", "timestamptz"),
  uuid: kindOf("uuid", "uuid"),
};

/** The fields of a stored entity with an entry in `record_index`: those that lists sort and filter by, and relations. */
export const indexedFields = memo((entity: EntityDefinition): ReadonlyMap<string, IndexKind> => {
  const sorts = new Set([entity.list.sort.field, ...(entity.publicSort ?? []).map(({ field }) => field)]);
  return new Map(
    columnsFor(entity).flatMap(({ field, storage }) => {
      const config = entity.fields[field]!;
      const kind = kinds[storage];
      const isFiltered = config.search !== undefined && config.search !== "contains";
      const isIndexed =
        isFiltered ||
        config.column?.sortable === true ||
        sorts.has(field) ||
        fieldTypeOf(config).references?.(config) !== undefined;
      return kind !== undefined && isIndexed ? [[field, kind] as const] : [];
    }),
  );
});
