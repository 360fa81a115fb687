import { type SQL, sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import { snakeCase, tableName } from "#server/postgres/columns.server.ts";

/** A statement that sets a time column to the current time without raising the version: for times that change on every use, such as a last visit. */
export const touchColumn = (entity: EntityDefinition, column: string, condition: SQL): SQL =>
  sql`update ${sql.identifier(tableName(entity))} set ${sql.identifier(snakeCase(column))} = now() where ${condition}`;
