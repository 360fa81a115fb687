import { type SQL, sql } from "drizzle-orm";
import type { Principal, Verb } from "#kit/access.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { memo } from "#kit/memo.ts";
import { isSame } from "#kit/same.ts";
import { type RowLimit, type ReadableEntity, viewOf } from "#records/registry/view.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { Selection } from "./row-store.server.ts";
import { limitSql } from "./row-rules.server.ts";
import { storeOf } from "./store-of.server.ts";

const fullSelection = memo((readable: ReadableEntity): Selection =>
  storeOf(readable.source).fields(Object.keys(readable.fields)),
);
const listSelection = memo((readable: ReadableEntity): Selection => selectionOf(readable, readable.list.columns));

const selectionOf = (readable: ReadableEntity, names: readonly string[]): Selection =>
  storeOf(readable.source).fields(Object.keys(readable.fields).filter((name) => names.includes(name)));

/** The selection for a reader: all readable fields, or those among `fieldNames`. Only common selections are cached. */
export function selectionFor(readable: ReadableEntity, fieldNames?: readonly string[]): Selection {
  if (fieldNames === undefined) return fullSelection(readable);
  return isSame(fieldNames, readable.list.columns) ? listSelection(readable) : selectionOf(readable, fieldNames);
}

const rowColumnNames = new Set(["id", "version", "createdAt", "updatedAt"]);

/** A row for one reader: without unreadable fields and internal columns. */
export function visibleRow(readable: ReadableEntity, row: AnyRow): AnyRow {
  const pairs = Object.entries(row).filter(
    ([name]) => rowColumnNames.has(name) || Object.hasOwn(readable.fields, name),
  );
  return Object.fromEntries(pairs) as AnyRow;
}

const limitsOf = (principal: Principal, entity: EntityDefinition, verb: Verb) =>
  viewOf(principal, entity).limits.get(verb) ?? [];

/** A condition on the rows of the space within all these limits. */
function limitedRowsSql(
  principal: Principal,
  entity: EntityDefinition,
  limits: readonly RowLimit[],
  state: "notDeleted" | "deleted" = "notDeleted",
): SQL {
  const all = [
    storeOf(entity)[state](principal.tenantId),
    ...limits.map((limit) => limitSql(principal, entity, limit)),
  ];
  return sql.join(all, sql.raw(" and "));
}

/** A condition on the rows of the space, deleted or not, on which `principal` may use `verb`: applies limits to own rows and the rules of roles. */
export function permittedRowsSql(
  principal: Principal,
  entity: EntityDefinition,
  verb: Verb,
  state: "notDeleted" | "deleted" = "notDeleted",
): SQL {
  return limitedRowsSql(principal, entity, limitsOf(principal, entity, verb), state);
}

/** The ids of those of these rows on which `principal` may use `verb`. */
export async function permittedIds(
  tx: Tx,
  principal: Principal,
  entity: EntityDefinition,
  { verb, ids }: { verb: Verb; ids: readonly string[] },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`select id from ${storeOf(entity).from([])}
    where ${permittedRowsSql(principal, entity, verb)} and id = any(${sql.param([...ids])}::uuid[])`);
  return rows.map(({ id }) => id);
}

/** `permittedRowsSql` without rows that a person may use only because they added them. */
export const rowsPermittedByRoleSql = (principal: Principal, entity: EntityDefinition, verb: Verb): SQL =>
  limitedRowsSql(
    principal,
    entity,
    limitsOf(principal, entity, verb).map(({ rules }) => ({ isOwn: false, rules })),
  );
