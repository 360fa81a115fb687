import { type SQL, sql } from "drizzle-orm";
import type { Principal, Verb } from "#kit/access.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { memo } from "#kit/memo.ts";
import { snake, tableName } from "#server/postgres/columns.server.ts";
import { columnsFor, fieldTypeOf } from "#records/registry/definitions.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

export const tableSql = (entity: EntityDefinition): SQL => sql`${sql.identifier(tableName(entity))}`;
export const notDeleted = sql`deleted_at is null`;

/** True for fields that people may read. Hidden ones are kept for the program alone. */
export function isReadable(entity: EntityDefinition, field: string): boolean {
  return Object.hasOwn(entity.fields, field) && fieldTypeOf(entity.fields[field]!).isHidden !== true;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const baseColumns = 'id, version, created_at as "createdAt", updated_at as "updatedAt"';

const readableSelection = memo((entity: EntityDefinition, wanted: string | undefined) => {
  const names = wanted?.split(" ");
  return columnsOf(entity, (field) => isReadable(entity, field) && (names?.includes(field) ?? true));
});
const wholeSelection = memo((entity: EntityDefinition) => columnsOf(entity, () => true));

function columnsOf(entity: EntityDefinition, isWanted: (field: string) => boolean): SQL {
  const fields = columnsFor(entity)
    .filter(({ field }) => isWanted(field))
    .map(({ field, column }) => `${quoted(column)} as ${quoted(field)}`);
  return sql.raw([baseColumns, ...fields].join(", "));
}

/** The columns of a row as the wire names them: `id, version, created_at as "createdAt", title, ...`. */
export const selection = (entity: EntityDefinition): SQL => wholeSelection(entity);

/** The same for readers: without the fields that only the program keeps, and of the rest only those `wanted`, if that is said. */
export const selectionFor = (entity: EntityDefinition, wanted?: readonly string[]): SQL =>
  readableSelection(entity, wanted?.join(" "));

const ownNames = new Set(["id", "version", "createdAt", "updatedAt"]);

/** The row as a reader gets it, `entity` being what they know of it: without other fields and without those that only the program keeps. */
export function visible(entity: EntityDefinition, row: AnyRow): AnyRow {
  const pairs = Object.entries(row).filter(([name]) => ownNames.has(name) || isReadable(entity, name));
  return Object.fromEntries(pairs) as AnyRow;
}

/** The rows that `who` may use `verb` on: alive, of their own space, and where the entity says so only those they added. */
export function rowsFor(who: Principal, entity: EntityDefinition, verb: Verb): SQL {
  const ofSpace = sql`tenant_id = ${who.tenantId}::uuid and ${notDeleted}`;
  if (!viewOf(who, entity).ownRows.has(verb)) return ofSpace;
  const memberId = who.kind === "user" ? who.memberId : "";
  return sql`${ofSpace} and ${sql.identifier(snake(entity.owner!))} = to_jsonb(${memberId}::text)`;
}
