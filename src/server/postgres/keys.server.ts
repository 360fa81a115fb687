import { getTableColumns, sql } from "drizzle-orm";
import { check, type ExtraConfigColumn, foreignKey, index, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { EntityDefinition } from "#kit/entity.ts";
import type { TypeOf } from "#kit/field.ts";
import type { Reference } from "#kit/internal-column.ts";
import { type Column, snakeCase, tableName } from "./columns.server.ts";

/** Returns the table that an id refers to. */
export type TableOf = (reference: Reference) => PgTable;

/** A column for indexes and keys of its table. */
export type KeyColumn = ExtraConfigColumn & PgColumn;

const keyName = (entity: EntityDefinition, field: string) => `${tableName(entity)}_${snakeCase(field)}_fk`;

/** The names of an entity's foreign keys that are checked at the end of a transaction, which Drizzle cannot express (scripts/db-generate.ts). */
export const deferredKeys = (entity: EntityDefinition): string[] =>
  Object.entries(entity.internal ?? {}).flatMap(([field, { deferred }]) =>
    deferred === true ? [keyName(entity, field)] : [],
  );

type KeyedTable = {
  stored: readonly Column[];
  typeOf: TypeOf<"references">;
  column: (field: string) => KeyColumn;
  tableOf: TableOf;
};

/** The foreign keys of an entity: relations among its fields, references among its internal columns. */
function referencesOf(entity: EntityDefinition, { stored, typeOf }: KeyedTable): [string, Reference][] {
  const relations = stored.flatMap(({ field, storage }): [string, Reference][] => {
    const config = entity.fields[field]!;
    const target = typeOf(config).references?.(config);
    // Several ids in one value cannot have a foreign key; a save checks them (records/change/refusals.server.ts).
    return target === undefined || storage !== "uuid" ? [] : [[field, target]];
  });
  const internalReferences = Object.entries(entity.internal ?? {}).flatMap(
    ([field, { references }]): [string, Reference][] => (references === undefined ? [] : [[field, references]]),
  );
  return [...relations, ...internalReferences];
}

/**
 * The foreign keys of an entity's table, each with the index that makes deleting the referenced row cheap. Rows of tenants are referenced together
 * with their tenant: the row's own, or the one whose id is in another column.
 */
export function keysOf(entity: EntityDefinition, table: KeyedTable) {
  const { column, tableOf } = table;
  return referencesOf(entity, table).flatMap(([field, reference]) => {
    const otherColumns = Object.values(getTableColumns(tableOf(reference)));
    const id = otherColumns.find(({ name }) => name === "id")!;
    const otherTenant = otherColumns.find(({ name }) => name === "tenant_id");
    const tenant = "tenant" in reference ? reference.tenant : undefined;
    const columns: [KeyColumn, ...KeyColumn[]] =
      otherTenant === undefined ? [column(field)] : [column(tenant ?? "tenantId"), column(field)];
    const foreignColumns: [PgColumn, ...PgColumn[]] = otherTenant === undefined ? [id] : [otherTenant, id];
    const name = `${tableName(entity)}_${snakeCase(field)}`;
    // PostgreSQL does not check a foreign key with a null column, so a row that has the id must have the tenant.
    const tenantCheck =
      tenant === undefined
        ? []
        : [check(`${name}_whole`, sql`${column(field)} is null or ${column(tenant)} is not null`)];
    return [
      foreignKey({ name: keyName(entity, field), columns, foreignColumns }),
      index(name).on(...columns),
      ...tenantCheck,
    ];
  });
}
