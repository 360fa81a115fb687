import { sql } from "drizzle-orm";
import { forbiddenText, signInFirstText, type UserPrincipal } from "#kit/access.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { type ChangeVerb, maxUndoRows, undoMinutes } from "#kit/row-history.ts";
import type { Text } from "#kit/text.ts";
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
  rowId: string;
  version: number;
  verb: ChangeVerb;
  before: AnyValues | null;
  isSelf: boolean;
  isLate: boolean;
};

/**
 * The deletions or updates of a group, by the id of the row.
 * @throws {Problem} notFound; forbidden for another person; conflict when it is too late, or for too many rows
 */
async function changesOf(
  tx: Tx,
  { tenantId, memberId }: UserPrincipal,
  entity: EntityDefinition,
  group: string,
): Promise<Map<string, Change>> {
  const changes =
    await tx.rows<Change>(sql`select row_id as "rowId", version, verb, before, member_id is not distinct from ${memberId}::uuid as "isSelf",
      created_at < now() - make_interval(mins => ${undoMinutes}) as "isLate"
    from row_change where tenant_id = ${tenantId}::uuid and group_id = ${group}::uuid and verb in ('delete', 'update') and entity = ${entityKey(entity)}
    limit ${maxUndoRows + 1}`);
  if (changes.length === 0) throw new Problem("notFound", notFoundText);
  if (!changes.every(({ isSelf }) => isSelf)) throw new Problem("forbidden", forbiddenText);
  if (changes.some(({ isLate }) => isLate)) throw new Problem("conflict", lateText);
  if (changes.length > maxUndoRows) throw new Problem("conflict", tooManyText);
  return new Map(changes.map((change) => [change.rowId, change]));
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
      const changes = await changesOf(tx, principal, entity, group);
      const isDeletion = [...changes.values()].every(({ verb }) => verb === "delete");
      const verb = isDeletion ? "delete" : "update";
      guard(principal, entity, verb);
      refuseVerbWithoutProof(principal, entity, verb);
      if (!isDeletion) refuseUnconfirmed(context, entity);
      const ids = sql.param([...changes.keys()]);
      const state = isDeletion ? "deleted" : "notDeleted";
      const targets = await lockRows(
        tx,
        entity,
        sql`${permittedRowsSql(principal, entity, verb, state)} and id = any(${ids}::uuid[])`,
      );
      const rows = targets.map(({ row }) => row);
      const isUnchanged =
        rows.length === changes.size && rows.every(({ id, version }) => version === changes.get(id)!.version);
      if (!isUnchanged) throw new Problem("conflict", changedText);
      if (isDeletion) await restoreLocked(tx, context, entity, targets);
      else {
        const restorations = targets.map((target) => ({ target, before: changes.get(target.row.id)!.before ?? {} }));
        await restoreValues(tx, context, entity, restorations);
      }
      return rows.length;
    });
  } catch (error) {
    throw asSaveProblem(entity, error);
  }
}
