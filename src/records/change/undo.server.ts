import { sql } from "drizzle-orm";
import { forbiddenText, signInFirstText, type UserPrincipal } from "#kit/access.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { type ChangeVerb, maxUndoRows, undoMinutes } from "#kit/row-history.ts";
import type { Text } from "#kit/text.ts";
import { maxFollowing } from "#records/query/referring-rows.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import {
  guard,
  refuseUnconfirmed,
  refusePublicRowsWithoutProof,
  refuseVerbWithoutProof,
} from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { refuseRowOutsideRules } from "./check.server.ts";
import { entityKey } from "./history.server.ts";
import { type LockedRow, lockRows, patchRows } from "./patch.server.ts";
import { asSaveProblem, refuseDangling } from "./refusals.server.ts";
import { restoreLocked } from "./trash.server.ts";

const notFoundText: Text = { zh: "没有可撤销的操作", en: "There is nothing to undo" };
const lateText: Text = { zh: "已超过可撤销的时间", en: "It is too late to undo this" };
const changedText: Text = {
  zh: "数据已有变化，无法撤销",
  en: "These records have changed since, so this cannot be undone",
};
const tooManyText: Text = {
  zh: `一次最多撤销 ${maxUndoRows.toLocaleString("en")} 条`,
  en: `Up to ${maxUndoRows.toLocaleString("en")} records can be undone at once`,
};

type Change = {
  entity: string;
  rowId: string;
  version: number;
  verb: ChangeVerb;
  before: AnyValues | null;
  isSelf: boolean;
  isLate: boolean;
};

/** What a group did to one row: its last version, whether it was deleted, and its values before. */
type RowUndo = { version: number; isDeleted: boolean; before: AnyValues };
/** The rows that a group changed, by their ids. */
type UndoRows = ReadonlyMap<string, RowUndo>;

/** The changes of each row as one. A deletion may empty two relations of a row, one after the other. */
function undoRowsOf(changes: readonly Change[]): UndoRows {
  const rows = new Map<string, RowUndo>();
  for (const { rowId, version, verb, before } of changes.toSorted((one, other) => one.version - other.version)) {
    const earlier = rows.get(rowId);
    rows.set(rowId, {
      version,
      isDeleted: verb === "delete" || earlier?.isDeleted === true,
      before: { ...before, ...earlier?.before },
    });
  }
  return rows;
}

/**
 * The deletions or updates of a group, by entity: those of `entity` first, then what followed from them, in the order in which it happened.
 * @throws {Problem} notFound; forbidden for another person; conflict when it is too late, or for too many rows
 */
async function changesOf(
  tx: Tx,
  { tenantId, memberId }: UserPrincipal,
  entity: EntityDefinition,
  group: string,
): Promise<{ rows: UndoRows; following: ReadonlyMap<string, UndoRows> }> {
  const changes =
    await tx.rows<Change>(sql`select entity, row_id as "rowId", version, verb, before, member_id is not distinct from ${memberId}::uuid as "isSelf",
      created_at < now() - make_interval(mins => ${undoMinutes}) as "isLate"
    from row_change where tenant_id = ${tenantId}::uuid and group_id = ${group}::uuid and verb in ('delete', 'update')
    order by id limit ${maxUndoRows + maxFollowing + 1}`);
  const byEntity = Map.groupBy(changes, (change) => change.entity);
  const entityChanges = byEntity.get(entityKey(entity)) ?? [];
  if (entityChanges.length === 0) throw new Problem("notFound", notFoundText);
  if (!changes.every(({ isSelf }) => isSelf)) throw new Problem("forbidden", forbiddenText);
  if (changes.some(({ isLate }) => isLate)) throw new Problem("conflict", lateText);
  if (entityChanges.length > maxUndoRows || changes.length > maxUndoRows + maxFollowing)
    throw new Problem("conflict", tooManyText);
  byEntity.delete(entityKey(entity));
  return {
    rows: undoRowsOf(entityChanges),
    following: new Map([...byEntity].map(([key, others]) => [key, undoRowsOf(others)])),
  };
}

/** Restores earlier values of rows. Values of removed fields are ignored. */
async function restoreValues(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  rows: readonly { target: LockedRow; before: AnyValues }[],
): Promise<void> {
  const restored = rows.map(({ target, before }) => ({
    target,
    values: Object.fromEntries(Object.entries(before).filter(([name]) => Object.hasOwn(entity.fields, name))),
  }));
  const restoredRows = restored.map(({ target: { row }, values }) => ({ ...row, ...values }));
  for (const row of restoredRows) refuseRowOutsideRules(context.principal, entity, "update", row);
  refusePublicRowsWithoutProof(context.principal, entity, [
    ...restored.map(({ target: { row } }) => row),
    ...restoredRows,
  ]);
  for (const rowGroup of Map.groupBy(restored, ({ values }) => JSON.stringify(values)).values()) {
    const { target, values } = rowGroup[0]!;
    await refuseDangling(tx, context, entity, { changed: values, before: target.row });
    const all = rowGroup.map(({ target: row }) => row);
    await patchRows(tx, context, entity, all, { values });
  }
}

/** Locks rows that a group changed. @throws {Problem} conflict when one of them has changed since, or may not be changed */
async function lockUnchanged(
  tx: Tx,
  { principal }: RowContext,
  entity: EntityDefinition,
  { rows, verb }: { rows: UndoRows; verb: "delete" | "update" },
): Promise<LockedRow[]> {
  if (rows.size === 0) return [];
  const ids = sql.param([...rows.keys()]);
  const state = verb === "delete" ? "deleted" : "notDeleted";
  const condition = sql`${permittedRowsSql(principal, entity, verb, state)} and id = any(${ids}::uuid[])`;
  const targets = await lockRows(tx, entity, condition);
  const isUnchanged =
    targets.length === rows.size && targets.every(({ row }) => row.version === rows.get(row.id)!.version);
  if (!isUnchanged) throw new Problem("conflict", changedText);
  return targets;
}

/** The rows of one entity, and who restores them. */
type EntityUndo = { context: RowContext; entity: EntityDefinition; rows: UndoRows };

/** Restores the deleted rows. Their values that the group emptied before are restored later. @throws {Problem} conflict when one has changed since */
async function restoreDeleted(tx: Tx, { context, entity, rows }: EntityUndo): Promise<void> {
  const deleted = new Map([...rows].filter(([, { isDeleted }]) => isDeleted));
  const targets = await lockUnchanged(tx, context, entity, { rows: deleted, verb: "delete" });
  if (targets.length > 0) await restoreLocked(tx, context, entity, targets);
}

/** Restores the values of rows, also of those that were deleted afterwards. @throws {Problem} conflict when one has changed since */
async function restoreChanged(tx: Tx, { context, entity, rows }: EntityUndo): Promise<void> {
  const changed = new Map([...rows].filter(([, { isDeleted }]) => !isDeleted));
  const targets = await lockUnchanged(tx, context, entity, { rows: changed, verb: "update" });
  const emptied = [...rows]
    .filter(([, { isDeleted, before }]) => isDeleted && Object.keys(before).length > 0)
    .map(([id]) => id);
  const restored = emptied.length === 0 ? [] : await lockRows(tx, entity, sql`id = any(${sql.param(emptied)}::uuid[])`);
  const restorations = [...targets, ...restored].map((target) => ({
    target,
    before: rows.get(target.row.id)!.before,
  }));
  if (restorations.length > 0) await restoreValues(tx, context, entity, restorations);
}

/** The program, on behalf of a person. */
const asProgramFor = (context: RowContext, principal: UserPrincipal): RowContext => ({
  ...context,
  principal: { kind: "system", tenantId: principal.tenantId },
  actor: principal,
});

/** The rows of other entities that a deletion emptied or deleted (kit/on-delete.ts). */
function followingUndo(program: RowContext, following: ReadonlyMap<string, UndoRows>): EntityUndo[] {
  if (following.size === 0) return [];
  const byKey = new Map(program.entities.all.map((entity) => [entityKey(entity), entity]));
  return [...following].map(([key, rows]) => {
    const entity = byKey.get(key);
    if (entity === undefined) throw new Problem("conflict", changedText);
    return { context: program, entity, rows };
  });
}

/**
 * Undoes a deletion or change of several rows, all or none. Only the person who made it may, within `undoMinutes`.
 * @throws {Problem} notFound; forbidden for another person; conflict when it is too late, a row has changed since, a unique value is taken, or a
 * referenced row was deleted
 */
export async function undoChanges(
  database: Database,
  context: RowContext,
  entity: EntityDefinition,
  group: string,
): Promise<number> {
  const { principal } = context;
  guard(principal, entity, "read");
  if (principal.kind !== "user") throw new Problem("unauthenticated", signInFirstText);
  try {
    return await database.tenant(principal.tenantId, async (tx) => {
      const { rows, following } = await changesOf(tx, principal, entity, group);
      const areDeleted = [...rows.values()].map(({ isDeleted }) => isDeleted);
      // A deletion may also have emptied rows of the same entity: whoever may delete may undo it.
      const verb = areDeleted.includes(true) ? "delete" : "update";
      guard(principal, entity, verb);
      refuseVerbWithoutProof(principal, entity, verb);
      if (verb === "update") refuseUnconfirmed(context, entity);
      const program = asProgramFor(context, principal);
      const all = [{ context, entity, rows }, ...followingUndo(program, following)];
      // Values may refer to rows that were deleted.
      for (const undo of all) await restoreDeleted(tx, undo);
      // What a deletion has emptied besides, the program restores, as it has emptied it.
      for (const undo of all) await restoreChanged(tx, verb === "delete" ? { ...undo, context: program } : undo);
      return rows.size;
    });
  } catch (error) {
    throw asSaveProblem(entity, error);
  }
}
