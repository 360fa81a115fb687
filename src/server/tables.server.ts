import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, numeric, type ExtraConfigColumn, type PgColumnBuilderBase, type PgTable, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Storage } from "#kit/field.ts";
import { columnsOf, snake, type StorageOf, tableName } from "./columns.server.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

const builders: Record<Exclude<Storage, "none">, (name: string) => PgColumnBuilderBase> = {
  text: (name) => text(name),
  integer: (name) => integer(name),
  decimal: (name) => numeric(name, { precision: 20, scale: 6 }),
  boolean: (name) => boolean(name),
  timestamp: at,
  uuid: (name) => uuid(name),
  json: (name) => jsonb(name),
};

/** The columns that every entity's table has besides its own. */
const ownColumns = () => ({
  id: uuid().primaryKey(),
  tenant_id: uuid().notNull(),
  version: integer().notNull().default(1),
  /** Version at which each field last changed: what lets two people's edits of different fields merge. */
  field_versions: jsonb().notNull().default({}),
  created_at: at("created_at").notNull().defaultNow(),
  updated_at: at("updated_at").notNull().defaultNow(),
  deleted_at: at("deleted_at"),
});

/** Two-character pieces of the searchable fields, for GIN, and the folded text itself for the exact check. */
const searchColumns = () => ({ search_text: text().notNull().default(""), search: text().array().notNull().default([]) });

/** The Drizzle table of an entity: what migrations are generated from (architecture: data). */
export function tableOf(entity: EntityDefinition, storageOf: StorageOf): PgTable {
  const name = tableName(entity);
  const fields = Object.fromEntries(
    columnsOf(entity, storageOf).map(({ column, storage }) => [column, builders[storage as Exclude<Storage, "none">](column)]),
  );
  const isSearchable = entity.searchable !== undefined;
  const columns = { ...ownColumns(), ...(isSearchable ? searchColumns() : {}), ...fields };
  const alive = sql`deleted_at is null`;
  // Its columns are known at run time only, so the exact type says nothing more than "a table".
  return pgTable(name, columns, (table) => {
    const column = (field: string) => (table as unknown as Record<string, ExtraConfigColumn>)[snake(field)]!;
    const lists = [["createdAt"], ...(entity.indexes ?? [])].map((fieldNames) =>
      index(`${name}_by_${fieldNames.map(snake).join("_")}`)
        .on(column("tenantId"), ...fieldNames.map(column), column("id"))
        .where(alive),
    );
    const unique = (entity.unique ?? []).map((fieldNames) =>
      uniqueIndex(`${name}_one_${fieldNames.map(snake).join("_")}`).on(column("tenantId"), ...fieldNames.map(column)).where(alive),
    );
    // Foreign keys within a tenant point at (tenant_id, id).
    const key = uniqueIndex(`${name}_tenant_id`).on(column("tenantId"), column("id"));
    const search = isSearchable ? [index(`${name}_search`).using("gin", column("search"))] : [];
    return [key, ...lists, ...unique, ...search];
  }) as unknown as PgTable;
}
