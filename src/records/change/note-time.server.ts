import { type SQL, sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import { snake, tableName } from "#server/postgres/columns.server.ts";

/** Notes the present moment in a column of rows and does nothing else, no version and nobody told: for what changes with every use of something. */
export const noteTime = (entity: EntityDefinition, column: string, which: SQL): SQL =>
  sql`update ${sql.identifier(tableName(entity))} set ${sql.identifier(snake(column))} = now() where ${which}`;
