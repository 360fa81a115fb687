import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Reference } from "#kit/internal-column.ts";
import { historyDays } from "#kit/row-history.ts";
import { rowChange } from "#server/schema/row-change.server.ts";
import { tableName } from "#server/postgres/columns.server.ts";
import { deferredKeys } from "#server/postgres/keys.server.ts";
import { makeTable } from "#server/postgres/tables.server.ts";
import { codeEntities } from "./code-entities.server.ts";
import { fieldTypeOf } from "./field-types.server.ts";

const files = import.meta.glob<Record<string, unknown>>("../../server/schema/*.server.ts", { eager: true });

/** The tables of `server/schema`, by name. */
const schemaTables: ReadonlyMap<string, PgTable> = new Map(
  Object.values(files)
    .flatMap((file) => Object.values(file))
    .filter((value) => is(value, PgTable))
    .map((table) => [getTableConfig(table).name, table]),
);

/** Every table of the database, by name: those of `server/schema` and those of entities. @throws on a duplicate name */
export function schema(entities: readonly EntityDefinition[] = codeEntities): Record<string, PgTable> {
  const tables = new Map(schemaTables);
  for (const entity of entities) {
    const name = tableName(entity);
    if (tables.has(name)) throw new Error(`${entity.type}: there is a table of this name already`);
    const tableOf = (reference: Reference): PgTable => {
      const target = "table" in reference ? reference.table : tableName({ type: reference.entity });
      const table = tables.get(target);
      if (table === undefined) throw new Error(`${entity.type}: there is no table ${target}`);
      return table;
    };
    tables.set(name, makeTable(entity, fieldTypeOf, tableOf));
  }
  return Object.fromEntries(tables);
}

/** @public For scripts/db-generate.ts. Names of the foreign keys that PostgreSQL checks at the end of a transaction. */
export const keysCheckedLast = (): string[] => codeEntities.flatMap(deferredKeys);

/** @public For scripts/db-generate.ts. Append-only tables, each with the age in days from which its rows may be deleted. */
export const appendOnlyTables = (): Record<string, number> => ({ [getTableConfig(rowChange).name]: historyDays });

/**
 * @public For scripts/db-generate.ts, which loads this file through Vite. Names of the tables whose rows belong to a tenant and are isolated by row
 * security. Sessions are not: they are looked up before their tenant is known.
 */
export function tenantTables(): string[] {
  return Object.entries(schema())
    .filter(
      ([name, table]) =>
        name !== "session" && getTableConfig(table).columns.some((column) => column.name === "tenant_id"),
    )
    .map(([name]) => name);
}

/** Tables that store files or their uses, and the log of deliveries: an address of a file in them is no use of the file. */
const tablesWithoutFileReferences: ReadonlySet<string> = new Set([
  "storage_file",
  "private_file",
  "file_upload",
  "file_use",
  "webhook_delivery",
]);

/** Columns without references of their own: the search text and the facets of a record copy other columns, and `facets` has names of fields. */
const copyColumns = /^(search_text|facets|facet\d)$/;

/** @public For scripts/db-generate.ts. Tables whose rows may reference stored files, each with the text columns to look in. */
export function fileReferenceColumns(): Record<string, string[]> {
  const tables = schema();
  const isText = (type: string) => ["text", "json", "jsonb"].includes(type.replace("[]", ""));
  const namedColumns = tenantTables().flatMap((name) => {
    const { columns } = getTableConfig(tables[name]!);
    const hasId = columns.some((column) => column.name === "id" && column.getSQLType() === "uuid");
    const texts = columns.filter((column) => isText(column.getSQLType()) && !copyColumns.test(column.name));
    return tablesWithoutFileReferences.has(name) || !hasId || texts.length === 0
      ? []
      : [[name, texts.map((column) => column.name)] as const];
  });
  return Object.fromEntries(namedColumns);
}
