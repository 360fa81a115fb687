import { type SQL, sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import { columnsFor, fieldTypeOf, namedFields } from "#records/registry/field-types.server.ts";
import { facetFields, internalColumnsOf, snakeCase, tableName } from "#server/postgres/columns.server.ts";
import { storageTypes, type StoredStorage } from "#server/postgres/storage.server.ts";
import { type RowStore, rowStorages, type Selection, type SortColumn, storedSearchText } from "./row-store.server.ts";

/** The table of an entity of the program. */
export const tableSql = (entity: EntityDefinition): SQL => sql.raw(quoteIdentifier(tableName(entity)));

const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
const baseColumns = 'id, version, created_at as "createdAt", updated_at as "updatedAt"';

/** Rows need no conversion. `value`: the expression of a column. */
const select = (columns: readonly { value: string; name: string }[]): Selection => ({
  columns: sql.raw(
    [baseColumns, ...columns.map(({ value, name }) => `${value} as ${quoteIdentifier(name)}`)].join(", "),
  ),
  toRow: (raw) => raw,
});

/** Whether a row of another entity names the row in a relation field. */
function isNamedSql(entity: EntityDefinition, { type, field }: { type: string; field: string }): string {
  const [row, other] = [tableName(entity), tableName({ type })].map(quoteIdentifier);
  return `exists (select 1 from ${other} as naming where naming.tenant_id = ${row}.tenant_id and naming.${quoteIdentifier(snakeCase(field))} = ${row}.id and naming.deleted_at is null)`;
}

/** The store of an entity of the program, which has its own table with a column for every field. */
export function tableStore(entity: EntityDefinition): RowStore {
  const name = tableSql(entity);
  const columns = columnsFor(entity);
  const storages = new Map<string, StoredStorage>([
    ...rowStorages,
    ...columns.map(({ field, storage }) => [field, storage] as const),
  ]);
  const named = namedFields(entity).map(({ field, namedBy }) => ({ name: field, value: isNamedSql(entity, namedBy) }));
  const fieldColumns = [
    ...columns.map(({ field, column }) => ({ name: field, value: quoteIdentifier(column) })),
    ...named,
  ];
  const id = sql.raw("id");
  const columnByField = new Map<string, SortColumn>([
    ...[...storages].map(([field, storage]): [string, SortColumn] => [
      field,
      { column: sql.raw(quoteIdentifier(snakeCase(field))), storage, type: storageTypes[storage].sqlType, id },
    ]),
    ...named.map(({ name: field, value }): [string, SortColumn] => [
      field,
      { column: sql.raw(value), storage: "boolean", type: "boolean", id },
    ]),
  ]);
  const columnOf = (field: string) => columnByField.get(field)!;
  return {
    name,
    from: () => name,
    notDeleted: (tenantId) => sql`tenant_id = ${tenantId}::uuid and deleted_at is null`,
    deleted: (tenantId) => sql`tenant_id = ${tenantId}::uuid and deleted_at is not null`,
    addedBy: (memberId) => sql`${sql.identifier(snakeCase(entity.owner!))} = ${memberId}::uuid`,
    allColumns: select([
      ...fieldColumns,
      ...internalColumnsOf(entity)
        .filter(({ type }) => type !== "json")
        .map(({ name: internal, column }) => ({ name: internal, value: quoteIdentifier(column) })),
    ]),
    fields: (names) => select(fieldColumns.filter((column) => names.includes(column.name))),
    sortColumn: columnOf,
    valueOf: columnOf,
    searchText: storedSearchText,
    test: (field, make) => make(columnOf(field)),
    indexes: [facetFields(entity, fieldTypeOf) ?? [], ["createdAt"], ...(entity.indexes ?? [])].map(
      (fields) => new Set<string>(["id", ...fields]),
    ),
  };
}
