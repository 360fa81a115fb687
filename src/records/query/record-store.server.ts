import { type SQL, sql } from "drizzle-orm";
import type { AnyRow, EntityDefinition, StoredEntity } from "#kit/entity.ts";
import { columnsFor } from "#records/registry/field-types.server.ts";
import { facetColumnsOf, facetColumnsSql, facetsByField } from "./record-facets.server.ts";
import { type IndexKind, indexedFields } from "./record-index.server.ts";
import { storageTypes } from "#server/postgres/storage.server.ts";
import {
  type RowStore,
  rowStorages,
  type Selection,
  type SortColumn,
  type SqlColumn,
  storedSearchText,
  nullsOrder,
  type Walk,
} from "./row-store.server.ts";

const baseNames = ["id", "version", "createdAt", "updatedAt"];
const baseColumns = sql.raw('id, version, created_at as "createdAt", updated_at as "updatedAt"');

/** Returns the conversion of a result to a row: missing fields are null. */
function rowOf(names: readonly string[], owner: string | undefined): (selected: AnyRow) => AnyRow {
  // Copying an object with all names takes half the time and memory of adding them to each row.
  const empty = Object.fromEntries([...baseNames, ...names].map((name) => [name, null]));
  return ({ "#data": data, "#owner": ownerId, ...base }) => {
    const row: AnyRow = { ...empty, ...base, ...(data as AnyRow) };
    if (owner !== undefined) row[owner] = ownerId;
    return row;
  };
}

/** The columns of `record`, without the facets. */
const columnsOfRecord = sql.raw(
  [
    "id",
    "tenant_id",
    "entity_id",
    "version",
    "field_versions",
    "created_at",
    "updated_at",
    "deleted_at",
    "owner_id",
    "data",
    "search_text",
    "search",
  ]
    .map((column) => `r.${column}`)
    .join(", "),
);

/**
 * The store of an entity that a space defined: the rows of all such entities are in `record`, their values in one JSON column; sort and filter keys
 * are in `record_index`, and values of fields with few distinct ones in facet columns of both. Names of fields are parameters, so that all definitions
 * share the same statements.
 */
export function recordStore(entity: EntityDefinition, stored: StoredEntity): RowStore {
  const { id: entityId } = stored;
  const name = sql.raw("record");
  const indexed = indexedFields(entity);
  const facets = facetsByField(stored);
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

  /**
   * The records with the value of an indexed field in the column `sort_0`. They have the facets of its index entries, so that one index has the order
   * and tests the facets.
   */
  const sortedRecords = (field: string, column: string): SQL =>
    sql`(select ${columnsOfRecord}, ${facetColumnsOf("e")}, e.record_id as sort_id_0, ${sql.raw(`e.${column}`)} as sort_0
      from record_index e join record r on r.tenant_id = e.tenant_id and r.id = e.record_id where e.${indexEntrySql(field)}) record`;

  /**
   * The index entry of one field of one record, as a subquery. It names only what the primary key has, and nothing is moved into it: without statistics,
   * PostgreSQL would read all entries of the field or of the value to find it.
   */
  const entryOf = (field: string, { column }: IndexKind, { tenantId, id }: { tenantId: SQL; id: SQL }): SQL =>
    sql`(select kind, ${sql.raw(column)} from record_index where tenant_id = ${tenantId} and record_id = ${id} and field = ${field}::text offset 0)`;

  /** The FROM expression with the value of the field at `index` in the column `sort_<index>`. */
  function sortSql(from: SQL, field: string, index: number): SQL {
    if (rowStorages.has(field)) return from;
    const entry = indexed.get(field);
    if (index === 0 && entry !== undefined) return sortedRecords(field, entry.column);
    const [value, alias] = [sql.raw(`sort_${index}`), sql.raw(`sorted_${index}`)];
    return sql`${from} cross join lateral (select ${valueOf(field)} as ${value}) ${alias}`;
  }

  const facetColumnOf = (field: string, facet: SQL): SqlColumn => {
    const storage = storages.get(field)!;
    return {
      column: storage === "boolean" ? sql`(${facet} = 'true')` : facet,
      storage,
      type: storageTypes[storage].sqlType,
    };
  };
  const columnOf = (field: string, column: SQL): SqlColumn => {
    const storage = rowStorages.get(field) ?? storages.get(field)!;
    return { column, storage, type: indexed.get(field)?.type ?? storageTypes[storage].sqlType };
  };
  const rowColumns: Readonly<Record<string, SQL>> = {
    id: sql`id`,
    createdAt: sql`created_at`,
    updatedAt: sql`updated_at`,
  };

  const walk: Walk = {
    firstRows({ tenantId, field, direction }, length) {
      const order = (column: SQL, id: string) =>
        sql` order by ${column} ${sql.raw(nullsOrder[direction])}, ${sql.raw(`${id} ${direction} limit ${length}`)}`;
      const rowColumn = rowColumns[field];
      if (rowColumn !== undefined)
        return sql`(select ${columnsOfRecord}, ${facetColumnsOf("r")} from record r
          where tenant_id = ${tenantId}::uuid and deleted_at is null and entity_id = ${entityId}::uuid${order(rowColumn, "id")}) record`;
      const entry = indexed.get(field);
      if (entry === undefined) return undefined;
      const column = sql.raw(entry.column);
      // Each record is looked up by its id: without statistics, PostgreSQL would read all records of the entity to find it.
      return sql`(select r.*, ${facetColumnsOf("e")}, e.record_id as sort_id_0, e.${column} as sort_0
        from (select record_id, ${column}, ${facetColumnsSql} from record_index where ${indexEntrySql(field)} and tenant_id = ${tenantId}::uuid${order(column, "record_id")}) e
        cross join lateral (select ${columnsOfRecord} from record r where r.id = e.record_id offset 0) r) record`;
    },
    sortValue({ tenantId, field }) {
      const rowColumn = rowColumns[field];
      if (rowColumn !== undefined) return sql`(select ${rowColumn} as "#sort" from record where id = "#id" offset 0)`;
      const entry = indexed.get(field)!;
      const entrySql = entryOf(field, entry, { tenantId: sql`${tenantId}::uuid`, id: sql`"#id"` });
      return sql`(select ${sql.raw(entry.column)} as "#sort" from ${entrySql} entry)`;
    },
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
    from: (sort) => sort.reduce(sortSql, name),
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
        id: index === 0 && indexed.has(field) ? sql.raw("sort_id_0") : sql`id`,
      };
    },
    valueOf(field): SqlColumn {
      const storage = rowStorages.get(field) ?? storages.get(field)!;
      return { column: rowColumns[field] ?? valueOf(field), storage, type: storageTypes[storage].sqlType };
    },
    searchText: storedSearchText,
    test(field, make, isByRow = false) {
      const facet = facets.get(field);
      if (facet !== undefined) return make(facetColumnOf(field, facet));
      const entry = indexed.get(field);
      if (entry === undefined) return make(columnOf(field, rowColumns[field] ?? valueOf(field)));
      const condition = make(columnOf(field, sql.raw(entry.column)));
      if (isByRow) {
        const entrySql = entryOf(field, entry, { tenantId: sql`record.tenant_id`, id: sql`record.id` });
        return sql`exists (select 1 from ${entrySql} entry where kind = ${sql.raw(`'${entry.kind}'`)} and ${condition})`;
      }
      return sql`exists (select 1 from record_index where ${indexEntrySql(field)} and record_index.tenant_id = record.tenant_id
        and record_id = record.id and ${condition})`;
    },
    walk,
    indexes: [new Set(["id", "createdAt"]), new Set(["id", "updatedAt"]), new Set(["id", ...facets.keys()])],
  };
}
