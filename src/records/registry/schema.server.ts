import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { EntityDefinition } from "#kit/entity.ts";
import { makeTable } from "#server/postgres/tables.server.ts";
import { allEntities, fieldTypeOf } from "./definitions.server.ts";

const files = import.meta.glob<Record<string, unknown>>("../../server/schema/*.server.ts", { eager: true });

/** The tables of entities by their type; they may point at one another. */
export function entityTables(entities: readonly EntityDefinition[]): ReadonlyMap<string, PgTable> {
  const made = new Map<string, PgTable>();
  const tableOf = (type: string): PgTable => {
    const table = made.get(type);
    if (table === undefined) throw new Error(`There is no entity ${type}.`);
    return table;
  };
  for (const entity of entities) made.set(entity.type, makeTable(entity, fieldTypeOf, tableOf));
  return made;
}

/**
 * Every table of the database, by name: those of entities and the hand-made ones.
 * @throws when two have one name
 */
export function schema(entities: readonly EntityDefinition[] = allEntities): Record<string, PgTable> {
  const found: Record<string, PgTable> = {};
  const add = (table: PgTable, what: string) => {
    const { name } = getTableConfig(table);
    if (Object.hasOwn(found, name)) throw new Error(`${what}: there is a table of this name already`);
    found[name] = table;
  };
  const handMade = Object.values(files).flatMap((file) => Object.values(file));
  for (const table of handMade) if (is(table, PgTable)) add(table, getTableConfig(table).name);
  for (const [type, table] of entityTables(entities)) add(table, type);
  return found;
}

/** @public For scripts/db-generate.ts, which loads this file through Vite. Names of the tables whose rows belong to a tenant and are kept apart by row security. A session is looked up before its tenant is known. */
export function tenantTables(): string[] {
  return Object.entries(schema())
    .filter(
      ([name, table]) =>
        name !== "session" && getTableConfig(table).columns.some((column) => column.name === "tenant_id"),
    )
    .map(([name]) => name);
}
