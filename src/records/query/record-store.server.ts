import { type SQL, sql } from "drizzle-orm";
import type { AnyRow, EntityDefinition, StoredEntity } from "#kit/entity.ts";
import { columnsFor } from "#records/registry/field-types.server.ts";
import { indexedFields } from "./record-index.server.ts";
import { storageTypes } from "#server/postgres/storage.server.ts";
import {
  type RowStore,
  rowStorages,
  type Selection,
  type SortColumn,
  type SqlColumn,
  storedSearchText,
} from "./row-store.server.ts";

const baseColumns = sql.raw('id, version, created_at as "createdAt", updated_at as "updatedAt"');

/** Returns the conversion of a result to a row: missing fields are null. */
function rowOf(names: readonly string[], owner: string | undefined): (selected: AnyRow) => AnyRow {
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  return ({ "#data": data, "#owner": ownerId, ...row }) => ({
    ...(row as AnyRow),
    ...empty,
    ...(data as object | null),
    ...(owner === undefined ? {} : { [owner]: ownerId }),
  });
}

/**
 * The store of an entity that a space defined: the rows of all such entities are in `record`, their values in one JSON column; sort and filter keys
 * are in `record_index`. Field names are parameters, so that all definitions share the same statements.
 */
export function recordStore(entity: EntityDefinition, { id: entityId }: StoredEntity): RowStore {
  const name = sql.raw("record");
  const indexed = indexedFields(entity);
  const storages = new Map(columnsFor(entity).map(({ field, storage }) => [field, storage]));
  const fieldNames = [...storages.keys()];

  /** The value of a field in the row's JSON column. */
  const valueOf = (field: string): SQL => {
    const { sqlType, ends } = storageTypes[storages.get(field)!];
    const value = sql`record.data -> ${field}::text`;
    if (sqlType === "jsonb") return sql`(${value})`;
    const type = sql.raw(sqlType);
    if (ends === undefined) return sql`((${value} #>> '{}')::${type})`;
    const [from, to] = [0, 1].map(
      (end) => sql`(${value} ->> ${sql.raw(String(end))})::${sql.raw(storageTypes[ends].sqlType)}`,
    );
    return sql`(case when record.data ? ${field}::text then ${type}(${from}, ${to}, '[]') end)`;
  };
  const indexEntrySql = (field: string): SQL =>
    sql`entity_id = ${entityId}::uuid and field = ${field}::text and kind = ${sql.raw(`'${indexed.get(field)!.kind}'`)}`;

  /** The join for sorting by a field, with its value in the column `sort_<index>`. */
  function sortJoin(field: string, index: number): SQL {
    if (rowStorages.has(field)) return sql``;
    const names = (["tenant", "id"] as const).map((part) => sql.raw(`sort_${part}_${index}`));
    const [value, alias, [tenant, id]] = [sql.raw(`sort_${index}`), sql.raw(`sorted_${index}`), names as [SQL, SQL]];
    const entry = indexed.get(field);
    if (entry === undefined) return sql` cross join lateral (select ${valueOf(field)} as ${value}) ${alias}`;
    return sql` join (select tenant_id as ${tenant}, record_id as ${id}, ${sql.raw(entry.column)} as ${value} from record_index
      where ${indexEntrySql(field)}) ${alias} on ${tenant} = record.tenant_id and ${id} = record.id`;
  }

  const columnOf = (field: string, column: SQL): SqlColumn => {
    const storage = rowStorages.get(field) ?? storages.get(field)!;
    return { column, storage, type: indexed.get(field)?.type ?? storageTypes[storage].sqlType };
  };
  const rowColumns: Readonly<Record<string, SQL>> = {
    id: sql`id`,
    createdAt: sql`created_at`,
    updatedAt: sql`updated_at`,
  };

  const select = (names: readonly string[], owner?: string): Selection => {
    const otherFields = fieldNames.filter((field) => !names.includes(field));
    const data = otherFields.length === 0 ? sql`data` : sql`data - ${sql.param(otherFields)}::text[]`;
    const ownerColumn = owner === undefined ? sql`` : sql`, owner_id as "#owner"`;
    return {
      columns: sql`${baseColumns}, ${data} as "#data"${ownerColumn}`,
      toRow: rowOf(names, owner),
    };
  };

  return {
    name,
    from: (sort) => sql`record${sql.join(sort.map(sortJoin))}`,
    notDeleted: (tenantId) =>
      sql`tenant_id = ${tenantId}::uuid and deleted_at is null and entity_id = ${entityId}::uuid`,
    deleted: (tenantId) =>
      sql`tenant_id = ${tenantId}::uuid and deleted_at is not null and entity_id = ${entityId}::uuid`,
    addedBy: (memberId) => sql`owner_id = ${memberId}::uuid`,
    allColumns: select(fieldNames, entity.owner),
    fields: (names) => select(fieldNames.filter((field) => names.includes(field))),
    sortColumn(field, index): SortColumn {
      const rowColumn = rowColumns[field];
      if (rowColumn !== undefined) return { ...columnOf(field, rowColumn), id: sql`id` };
      return {
        ...columnOf(field, sql.raw(`sort_${index}`)),
        id: indexed.has(field) ? sql.raw(`sort_id_${index}`) : sql`id`,
      };
    },
    valueOf(field): SqlColumn {
      const storage = rowStorages.get(field) ?? storages.get(field)!;
      return { column: rowColumns[field] ?? valueOf(field), storage, type: storageTypes[storage].sqlType };
    },
    searchText: storedSearchText,
    test(field, make) {
      const entry = indexed.get(field);
      if (entry === undefined) return make(columnOf(field, rowColumns[field] ?? valueOf(field)));
      return sql`exists (select 1 from record_index where ${indexEntrySql(field)} and record_index.tenant_id = record.tenant_id
        and record_id = record.id and ${make(columnOf(field, sql.raw(entry.column)))})`;
    },
    indexes: [new Set(["id", "createdAt"]), new Set(["id", "updatedAt"])],
  };
}
