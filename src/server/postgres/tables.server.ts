import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  type PgColumnBuilderBase,
  type PgTable,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { EntityDefinition } from "#kit/entity.ts";
import type { TypeOf } from "#kit/field.ts";
import type { InternalColumn, InternalType } from "#kit/internal-column.ts";
import { columnsOf, facetFields, snakeCase, tableName } from "./columns.server.ts";
import { type KeyColumn, keysOf, type TableOf } from "./keys.server.ts";
import { storageTypes } from "./storage.server.ts";
import { timestampColumn } from "./timestamp-column.server.ts";

/** Stands for an empty relation in unique indexes. */
const emptyRelationId = sql.raw("'00000000-0000-0000-0000-000000000000'::uuid");

/** The methods that column builders of all types have. */
type ColumnBuilder = PgColumnBuilderBase & { default(value: unknown): ColumnBuilder; notNull(): ColumnBuilder };

const internalBuilders: Record<InternalType, (name: string) => ColumnBuilder> = {
  uuid: (name) => uuid(name),
  text: (name) => text(name),
  integer: (name) => integer(name),
  boolean: (name) => boolean(name),
  timestamp: timestampColumn,
  timestamps: (name) => timestampColumn(name).array(),
  json: (name) => jsonb(name),
};

function internalColumn(name: string, { type, required, value }: InternalColumn): ColumnBuilder {
  const column = internalBuilders[type](snakeCase(name));
  const withDefault = value === undefined ? column : column.default(value);
  return required === true ? withDefault.notNull() : withDefault;
}

/** The columns that every entity's table has besides its own. */
const rowColumns = () => ({
  id: uuid().primaryKey(),
  tenant_id: uuid().notNull(),
  version: integer().notNull().default(1),
  /** Version at which each field last changed: allows merging edits of different fields by two people. */
  field_versions: jsonb().notNull().default({}),
  created_at: timestampColumn("created_at").notNull().defaultNow(),
  updated_at: timestampColumn("updated_at").notNull().defaultNow(),
  deleted_at: timestampColumn("deleted_at"),
});

/**
 * New entries of a search index are merged in batches of 64 KB: one by one takes three times as long, and a longer pending list slows every search
 * down. Deleted rows are not in this index, so that marking rows as deleted is cheap.
 */
export const searchIndexOptions = { gin_pending_list_limit: 64 };

/** Search columns: the folded text of each searchable field, and the numbers of its n-grams (records/query/search.server.ts). */
const searchColumns = () => ({
  search_text: jsonb().notNull().default({}),
  search: bigint({ mode: "number" }).array().notNull().default([]),
});

/** The columns of a table by their names in the database, which are known only at run time. */
type Columns = Record<string, KeyColumn>;

/**
 * The Drizzle table of an entity, from which migrations are generated. Lists are read through indexes that begin with the tenant and end with the id.
 * All columns of such an index have one direction, so that PostgreSQL can scan it both ways; nulls sort first, as in lists
 * (records/query/paging.server.ts). The facet index counts filters without reading the table.
 * @param tableOf returns the table of another entity, or a system table, for foreign keys
 */
export function makeTable(
  entity: EntityDefinition,
  typeOf: TypeOf<"storage" | "references" | "choices">,
  tableOf: TableOf,
): PgTable {
  const name = tableName(entity);
  const stored = columnsOf(entity, typeOf);
  const fields = Object.fromEntries(
    stored.map(({ column, storage }) => [column, storageTypes[storage].column(column)]),
  );
  const internals = Object.entries(entity.internal ?? {});
  const internalFields = Object.fromEntries(
    internals.map(([field, config]) => [snakeCase(field), internalColumn(field, config)]),
  );
  const isSearchable = entity.searchable !== undefined;
  const notDeleted = sql`deleted_at is null`;
  const columns = { ...rowColumns(), ...(isSearchable ? searchColumns() : {}), ...fields, ...internalFields };
  return pgTable(name, columns, (table) => {
    const column = (field: string) => (table as unknown as Columns)[snakeCase(field)]!;
    const listIndexes = [["createdAt"], ...(entity.indexes ?? [])].map((names) =>
      index(`${name}_by_${names.map(snakeCase).join("_")}`)
        .on(column("tenantId"), ...names.map((field) => column(field).asc().nullsFirst()), column("id"))
        .where(notDeleted),
    );
    const trashIndex = index(`${name}_trash`)
      .on(column("tenantId"), column("deletedAt"), column("id"))
      .where(sql`deleted_at is not null`);
    const facetColumns = (facetFields(entity, typeOf) ?? []).map((field) =>
      field === "id" ? column(field) : column(field).asc().nullsFirst(),
    );
    const facetIndexes =
      facetColumns.length === 0
        ? []
        : [
            index(`${name}_facets`)
              .on(column("tenantId"), ...facetColumns)
              .where(notDeleted),
          ];
    const publicSort = entity.publicSort ?? [];
    const sortedColumn = {
      asc: (field: string) => column(field).asc().nullsFirst(),
      desc: (field: string) => column(field).desc().nullsLast(),
    };
    // Like `order by id desc`, whose nulls are first by default; ids are never null.
    const idColumn = publicSort.at(-1)?.direction === "desc" ? column("id").desc().nullsFirst() : column("id");
    const publicIndexes =
      publicSort.length === 0
        ? []
        : [
            index(`${name}_on_sites`)
              .on(
                column("tenantId"),
                column("status"),
                ...publicSort.map(({ field, direction }) => sortedColumn[direction](field)),
                idColumn,
              )
              .where(notDeleted),
          ];
    const lookupIndexes = (entity.lookups ?? []).map((field) =>
      index(`${name}_of_${snakeCase(field)}`)
        .on(column(field))
        .where(notDeleted),
    );
    /** A column of a unique index. Two empty relations count as equal, whereas PostgreSQL treats nulls as different. */
    const uniqueKeyPart = (part: string) => {
      const field = entity.fields[part];
      const isOptional = field !== undefined && field.required !== true && typeOf(field).references !== undefined;
      return isOptional ? sql`coalesce(${column(part)}, ${emptyRelationId})` : column(part);
    };
    const uniqueIndexes = (entity.unique ?? []).map((names) =>
      uniqueIndex(`${name}_one_${names.map(snakeCase).join("_")}`)
        .on(column("tenantId"), ...names.map(uniqueKeyPart))
        .where(notDeleted),
    );
    // A constraint rather than an index: foreign keys of other tables need it as soon as the table exists.
    const tenantKey = unique(`${name}_tenant_id`).on(column("tenantId"), column("id"));
    const searchIndexes = isSearchable
      ? [index(`${name}_search`).using("gin", column("search")).with(searchIndexOptions).where(notDeleted)]
      : [];
    const rangeIndexes = stored
      .filter(
        ({ field, storage }) => storageTypes[storage].ends !== undefined && entity.fields[field]?.search !== undefined,
      )
      .map(({ field, column: columnName }) =>
        index(`${name}_in_${columnName}`).using("gist", column(field)).where(notDeleted),
      );
    return [
      tenantKey,
      ...listIndexes,
      trashIndex,
      ...facetIndexes,
      ...publicIndexes,
      ...lookupIndexes,
      ...uniqueIndexes,
      ...keysOf(entity, { stored, typeOf, column, tableOf }),
      ...searchIndexes,
      ...rangeIndexes,
    ];
  }) as unknown as PgTable;
}
