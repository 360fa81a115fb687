import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { tableOf } from "#server/tables.server.ts";
import { allEntities, fieldTypeOf } from "./definitions.server.ts";

const files = import.meta.glob<Record<string, unknown>>("../server/schema/*.server.ts", { eager: true });

/** Every table of the database, by name: those of entities and the hand-made ones. */
export function schema(): Record<string, PgTable> {
  const made = Object.values(files).flatMap((file) => Object.values(file)).filter((value) => is(value, PgTable));
  const derived = allEntities.map((entity) => tableOf(entity, (field) => fieldTypeOf(field).storage));
  return Object.fromEntries([...made, ...derived].map((table) => [getTableConfig(table).name, table]));
}

/** Names of the tables whose rows belong to a tenant and are kept apart by row security. */
export function tenantTables(): string[] {
  return Object.entries(schema())
    .filter(([name, table]) => name !== "session" && getTableConfig(table).columns.some((column) => column.name === "tenant_id"))
    .map(([name]) => name);
}
