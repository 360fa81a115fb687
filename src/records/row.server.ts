import { type SQL, sql } from "drizzle-orm";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { tableName } from "#server/columns.server.ts";
import { columnsFor } from "./definitions.server.ts";

export const tableSql = (entity: EntityDefinition): SQL => sql`${sql.identifier(tableName(entity))}`;
export const alive = sql`deleted_at is null`;
const comma = sql.raw(", ");

/** True for fields that people may read. Hidden ones are kept for the program alone. */
export function isReadable(entity: EntityDefinition, field: string): boolean {
  return Object.hasOwn(entity.fields, field) && entity.fields[field]!.type !== "hidden";
}

/** The columns of a row as the wire names them: `id, version, created_at as "createdAt", title, ...`. */
export function selection(entity: EntityDefinition, isWanted: (field: string) => boolean = () => true): SQL {
  const fields = columnsFor(entity)
    .filter(({ field }) => isWanted(field))
    .map(({ field, column }) => sql`${sql.identifier(column)} as ${sql.identifier(field)}`);
  return sql.join([sql.raw(`id, version, created_at as "createdAt", updated_at as "updatedAt"`), ...fields], comma);
}

/** The row as readers get it: without the fields that only the program keeps. */
export function visible(entity: EntityDefinition, row: AnyRow): AnyRow {
  const pairs = Object.entries(row).filter(([name]) => !Object.hasOwn(entity.fields, name) || isReadable(entity, name));
  return Object.fromEntries(pairs) as AnyRow;
}
