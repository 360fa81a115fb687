import { type SQL, sql } from "drizzle-orm";
import type { Principal, Verb } from "#kit/access.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { memo } from "#kit/memo.ts";
import { internalColumnsOf, snake, tableName } from "#server/postgres/columns.server.ts";
import { columnsFor } from "#records/registry/field-types.server.ts";
import { type SeenEntity, viewOf } from "#records/registry/view.server.ts";

export const tableSql = (entity: EntityDefinition): SQL => sql`${sql.identifier(tableName(entity))}`;
export const notDeleted = sql`deleted_at is null`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const baseColumns = 'id, version, created_at as "createdAt", updated_at as "updatedAt"';

const select = (columns: readonly { column: string; name: string }[]): SQL =>
  sql.raw([baseColumns, ...columns.map(({ column, name }) => `${quoted(column)} as ${quoted(name)}`)].join(", "));
const fieldColumns = (entity: Pick<EntityDefinition, "fields">) =>
  columnsFor(entity).map(({ field, column }) => ({ column, name: field }));

const readableSelection = memo((seen: SeenEntity, wanted: string | undefined) => {
  const names = wanted?.split(" ");
  return select(fieldColumns(seen).filter(({ name }) => names?.includes(name) ?? true));
});

/** The columns of a row as the program names them, internal ones among them: `id, version, created_at as "createdAt", title, ...`. */
export const selection = memo((entity: EntityDefinition): SQL =>
  select([...fieldColumns(entity), ...internalColumnsOf(entity)]),
);

/** The same for readers: fields only, and of those only the `wanted`, if that is said. */
export const selectionFor = (seen: SeenEntity, wanted?: readonly string[]): SQL =>
  readableSelection(seen, wanted?.join(" "));

const ownNames = new Set(["id", "version", "createdAt", "updatedAt"]);

/** The row as a reader gets it: without other fields and without what only the program knows. */
export function visible(seen: SeenEntity, row: AnyRow): AnyRow {
  const pairs = Object.entries(row).filter(([name]) => ownNames.has(name) || Object.hasOwn(seen.fields, name));
  return Object.fromEntries(pairs) as AnyRow;
}

/** The rows that `who` may use `verb` on: alive, of their own space, and where the entity says so only those they added. */
export function rowsFor(who: Principal, entity: EntityDefinition, verb: Verb): SQL {
  const ofSpace = sql`tenant_id = ${who.tenantId}::uuid and ${notDeleted}`;
  if (!viewOf(who, entity).ownRows.has(verb)) return ofSpace;
  if (who.kind !== "user") return sql`false`;
  return sql`${ofSpace} and ${sql.identifier(snake(entity.owner!))} = ${who.memberId}::uuid`;
}
