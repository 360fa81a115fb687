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
import { columnsOf, facetFields, snake, tableName } from "./columns.server.ts";
import { type KeyColumn, keysOf, type TableOf } from "./keys.server.ts";
import { storageTypes } from "./storage.server.ts";
import { timestampColumn } from "./timestamp-column.server.ts";

/** Replaces an empty relation in comparisons. */
const noRow = sql.raw("'00000000-0000-0000-0000-000000000000'::uuid");

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
  const column = internalBuilders[type](snake(name));
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
 * Pending entries of a search index are merged in lots of 64 KB: merged one by one they take three times as long, and a longer pending list slows
 * every search down. Deleted rows are not indexed, so that marking rows as deleted is cheap.
 */
export const searchIndexOptions = { gin_pending_list_limit: 64 };

/** Search columns: the folded text of each searchable field, and the numbers of its n-grams (records/query/search.server.ts). */
const searchColumns = () => ({
  search_text: jsonb().notNull().default({}),
  search: bigint({ mode: "number" }).array().notNull().default([]),
});

/** A table for its own indexes and other tables' keys. Its columns are known at run time only. */
type Columns = Record<string, KeyColumn>;

/**
 * The Drizzle table of an entity: the source of generated migrations (architecture: data). Lists are read through indexes that begin with the tenant
 * and end with the id, in one direction, so that PostgreSQL scans them both ways; nulls sort first, as in lists (records/query/paging.server.ts). The
 * facet index counts filters without reading the table.
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
    internals.map(([field, config]) => [snake(field), internalColumn(field, config)]),
  );
  const isSearchable = entity.searchable !== undefined;
  const notDeleted = sql`deleted_at is null`;
  const columns = { ...rowColumns(), ...(isSearchable ? searchColumns() : {}), ...fields, ...internalFields };
  return pgTable(name, columns, (table) => {
    const column = (field: string) => (table as unknown as Columns)[snake(field)]!;
    const lists = [["createdAt"], ...(entity.indexes ?? [])].map((names) =>
      index(`${name}_by_${names.map(snake).join("_")}`)
        .on(column("tenantId"), ...names.map((field) => column(field).asc().nullsFirst()), column("id"))
        .where(notDeleted),
    );
    const trash = index(`${name}_trash`)
      .on(column("tenantId"), column("deletedAt"), column("id"))
      .where(sql`deleted_at is not null`);
    const facets = (facetFields(entity, typeOf) ?? []).map((field) =>
      field === "id" ? column(field) : column(field).asc().nullsFirst(),
    );
    const facetIndexes =
      facets.length === 0
        ? []
        : [
            index(`${name}_facets`)
              .on(column("tenantId"), ...facets)
              .where(notDeleted),
          ];
    const order = entity.publicSort ?? [];
    const operatorClasses = {
      asc: (field: string) => column(field).asc().nullsFirst(),
      desc: (field: string) => column(field).desc().nullsLast(),
    };
    const lastKey = order.at(-1)?.direction === "desc" ? column("id").desc().nullsFirst() : column("id");
    const published =
      order.length === 0
        ? []
        : [
            index(`${name}_on_sites`)
              .on(
                column("tenantId"),
                column("status"),
                ...order.map(({ field, direction }) => operatorClasses[direction](field)),
                lastKey,
              )
              .where(notDeleted),
          ];
    const lookups = (entity.lookups ?? []).map((field) =>
      index(`${name}_of_${snake(field)}`)
        .on(column(field))
        .where(notDeleted),
    );
    /** Two empty relations count as equal: PostgreSQL would treat nulls as different. */
    const uniqueKeyPart = (part: string) => {
      const field = entity.fields[part];
      const isOptional = field !== undefined && field.required !== true && typeOf(field).references !== undefined;
      return isOptional ? sql`coalesce(${column(part)}, ${noRow})` : column(part);
    };
    const single = (entity.unique ?? []).map((names) =>
      uniqueIndex(`${name}_one_${names.map(snake).join("_")}`)
        .on(column("tenantId"), ...names.map(uniqueKeyPart))
        .where(notDeleted),
    );
    // A constraint rather than an index: foreign keys of other tables need it as soon as the table exists.
    const key = unique(`${name}_tenant_id`).on(column("tenantId"), column("id"));
    const search = isSearchable
      ? [index(`${name}_search`).using("gin", column("search")).with(searchIndexOptions).where(notDeleted)]
      : [];
    const ranges = stored
      .filter(
        ({ field, storage }) => storageTypes[storage].ends !== undefined && entity.fields[field]?.search !== undefined,
      )
      .map(({ field, column: columnName }) =>
        index(`${name}_in_${columnName}`).using("gist", column(field)).where(notDeleted),
      );
    return [
      key,
      ...lists,
      trash,
      ...facetIndexes,
      ...published,
      ...lookups,
      ...single,
      ...keysOf(entity, { stored, typeOf, column, tableOf }),
      ...search,
      ...ranges,
    ];
  }) as unknown as PgTable;
}
