import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { EntityDefinition } from "#kit/entity.ts";
import { makeTable } from "#server/postgres/tables.server.ts";
import { allEntities, fieldTypeOf } from "./definitions.server.ts";

const files = import.meta.glob<Record<string, unknown>>("../../server/schema/*.server.ts", { eager: true });

/** The tables of entities, which may point at one another. */
export function entityTables(entities: readonly EntityDefinition[]): PgTable[] {
  const made = new Map<string, PgTable>();
  const tableOf = (type: string): PgTable => {
    const table = made.get(type);
    if (table === undefined) throw new Error(`There is no entity ${type}.`);
    return table;
  };
  for (const entity of entities) made.set(entity.type, makeTable(entity, fieldTypeOf, tableOf));
  return [...made.values()];
}

/** Every table of the database, by name: those of entities and the hand-made ones. */
export function schema(): Record<string, PgTable> {
  const handMade = Object.values(files)
    .flatMap((file) => Object.values(file))
    .filter((value) => is(value, PgTable));
  return Object.fromEntries(
    [...handMade, ...entityTables(allEntities)].map((table) => [getTableConfig(table).name, table]),
  );
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
