import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import type { ChangeVerb } from "#kit/row-history.ts";
import { whyNotDelete } from "#kit/rules.ts";
import { bulkSize, changeRows } from "#records/change/bulk.server.ts";
import { refuseOutside } from "#records/change/check.server.ts";
import { entityKey } from "#records/change/history.server.ts";
import { changedFrom, type LockedRow, lockRows, patchRows } from "#records/change/patch.server.ts";
import { asSaveProblem, refuseDeletedReferences, refuseReferenced } from "#records/change/refusals.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { guard, refuseUnproven } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { lockImport, readChecked, setState } from "./import-store.server.ts";

type By = RowContext<UserPrincipal>;

const lateText = { zh: "已超过可撤销的时间", en: "It is too late to undo this" };
const changedText = {
  zh: "数据已有变化，无法撤销",
  en: "These records have changed since, so this cannot be undone",
};

type Change = { rowId: string; version: number; verb: ChangeVerb; before: AnyValues | null };

/** Locks some rows of an import. @throws {Problem} conflict when one of them has changed since */
async function lockImported(
  tx: Tx,
  { principal }: By,
  entity: EntityDefinition,
  changes: readonly Change[],
): Promise<Map<string, LockedRow>> {
  const ids = sql.param(changes.map(({ rowId }) => rowId));
  const found = await lockRows(tx, entity, sql`${rowsFor(principal, entity, "read")} and id = any(${ids}::uuid[])`);
  const locked = new Map(found.map((one) => [one.row.id, one]));
  const isSame = changes.every(({ rowId, version }) => locked.get(rowId)?.row.version === version);
  if (!isSame) throw new Problem("conflict", changedText);
  return locked;
}

async function deleteAdded(
  tx: Tx,
  by: By,
  entity: EntityDefinition,
  { rows, group }: { rows: readonly LockedRow[]; group: string },
) {
  if (rows.length === 0) return;
  guard(by.principal, entity, "add");
  for (const { row } of rows) {
    const reason = whyNotDelete(entity, row);
    if (reason !== undefined) throw new Problem("conflict", reason);
  }
  await refuseReferenced(
    tx,
    by,
    entity,
    rows.map(({ row }) => row.id),
  );
  await patchRows(tx, by, entity, rows, { deleted: true }, group);
}

async function restoreChanged(
  tx: Tx,
  by: By,
  entity: EntityDefinition,
  { changes, group }: { changes: readonly { found: LockedRow; before: AnyValues }[]; group: string },
) {
  if (changes.length === 0) return;
  guard(by.principal, entity, "update");
  const restored = changes.map(({ found, before }) => {
    // A field may have been removed since.
    const fields = Object.entries(before).filter(([name]) => Object.hasOwn(entity.fields, name));
    return { found, values: changedFrom(found.row, Object.fromEntries(fields)) };
  });
  for (const { found, values } of restored)
    for (const row of [found.row, { ...found.row, ...values }]) refuseOutside(by.principal, entity, "update", row);
  await refuseDeletedReferences(
    tx,
    by,
    entity,
    restored.map(({ values }) => values),
  );
  refuseUnproven(
    by.principal,
    entity,
    restored.map(({ found, values }) => ({ ...found.row, ...values })),
  );
  await changeRows(tx, by, entity, { changes: restored, group });
}

/**
 * Undoes an import, all or nothing: deletes added rows and restores changed ones. Only the person who ran it may, within `undoMinutes`.
 * @throws {Problem} notFound; conflict when it is too late, or when a row has changed since or is in use
 */
export async function revertImport(services: Services, by: By, entity: EntityDefinition, id: string): Promise<void> {
  const { principal } = by;
  try {
    await services.database.tenant(principal.tenantId, async (tx) => {
      const { state, revertible } = await lockImport(tx, principal, entity, id);
      if (state !== "done" || revertible === 0) throw new Problem("conflict", lateText);
      const group = newId();
      let after = 0;
      for (;;) {
        const rows = await readChecked(tx.rows, id, { states: ["add", "update"], after, size: bulkSize });
        const last = rows.at(-1);
        if (last === undefined) break;
        after = last.number;
        const ids = sql.param(rows.map(({ rowId }) => rowId!));
        const changes = await tx.rows<Change>(sql`select row_id as "rowId", version, verb, before from row_change
          where tenant_id = ${principal.tenantId}::uuid and row_id = any(${ids}::uuid[]) and group_id = ${id}::uuid and entity = ${entityKey(entity)}`);
        const locked = await lockImported(tx, by, entity, changes);
        refuseUnproven(
          principal,
          entity,
          [...locked.values()].map(({ row }) => row),
        );
        const of = (verb: ChangeVerb) =>
          changes
            .filter((change) => change.verb === verb)
            .map(({ rowId, before }) => ({ found: locked.get(rowId)!, before: before ?? {} }));
        await deleteAdded(tx, by, entity, { rows: of("add").map(({ found }) => found), group });
        await restoreChanged(tx, by, entity, { changes: of("update"), group });
      }
      await setState(tx, id, "reverted");
    });
  } catch (error) {
    throw asSaveProblem(entity, error);
  }
}
