import { type SQL, sql } from "drizzle-orm";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { tableName } from "#server/columns.server.ts";
import { columnsFor } from "./definitions.server.ts";

export const tableSql = (entity: EntityDefinition): SQL => sql`${sql.identifier(tableName(entity))}`;

const selections = new WeakMap<EntityDefinition, SQL>();

/** The columns of a row as the wire names them: `id, version, created_at as "createdAt", title, ...`. */
export function selection(entity: EntityDefinition): SQL {
  const known = selections.get(entity);
  if (known !== undefined) return known;
  const fields = columnsFor(entity).map(({ field, column }) => sql`${sql.identifier(column)} as ${sql.identifier(field)}`);
  const all = sql.join([sql.raw(`id, version, created_at as "createdAt", updated_at as "updatedAt"`), ...fields], sql.raw(", "));
  selections.set(entity, all);
  return all;
}

/** The row as readers get it: without the fields that only the program keeps. */
export function visible(entity: EntityDefinition, row: AnyRow): AnyRow {
  const hidden = columnsFor(entity).filter(({ field }) => entity.fields[field]?.type === "hidden");
  if (hidden.length === 0) return row;
  const copy: AnyRow = { ...row };
  for (const { field } of hidden) delete copy[field];
  return copy;
}
