import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import type { ChangeVerb } from "#kit/row-history.ts";
import { whyNotDelete } from "#kit/rules.ts";
import { bulkSize, type ChangedRow, changeRows } from "#records/change/bulk.server.ts";
import { refuseRowOutsideRules } from "#records/change/check.server.ts";
import { entityKey } from "#records/change/history.server.ts";
import { changedFrom, type LockedRow, lockRows, patchRows } from "#records/change/patch.server.ts";
import { asSaveProblem, refuseDeletedReferences, refuseReferenced } from "#records/change/refusals.server.ts";
import { followDeletion } from "#records/change/trash.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { guard, refusePublicRowsWithoutProof } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { type OnProgress, processImportRows } from "./import-pipeline.server.ts";
import { lockImport, setImportState } from "./import-store.server.ts";

type ImportContext = RowContext<UserPrincipal>;

const tooLateText = { zh: "已超过可撤销的时间", en: "It is too late to undo this" };
const changedText = {
  zh: "数据已有变化，无法撤销",
  en: "These records have changed since, so this cannot be undone",
};

/** A row's change by an import, from the history. */
type Change = { rowId: string; version: number; verb: ChangeVerb; before: AnyValues | null };

/** A row of the sheet with its change; null if writing the row changed no values. */
type ImportedRow = { number: number } & (Change | Record<keyof Change, null>);

/** The next rows that an import added or updated, with numbers above `after`. */
const readImported = (
  tx: Tx,
  { tenantId }: UserPrincipal,
  entity: EntityDefinition,
  { id, after }: { id: string; after: number },
): Promise<ImportedRow[]> =>
  tx.rows(sql`select r.number, c.row_id as "rowId", c.version, c.verb, c.before
    from (select number, row_id from sheet_import_row where import_id = ${id}::uuid and number > ${after} and state in ('add', 'update')
      order by number limit ${bulkSize}) r
    left join row_change c on c.tenant_id = ${tenantId}::uuid and c.row_id = r.row_id and c.group_id = ${id}::uuid and c.entity = ${entityKey(entity)}
    order by r.number`);

/**
 * Locks imported rows; returns them by id.
 * @throws {Problem} conflict when one has changed after the import; forbidden for public rows without a proof of identity
 */
async function lockImported(
  tx: Tx,
  { principal }: ImportContext,
  entity: EntityDefinition,
  changes: readonly Change[],
): Promise<Map<string, LockedRow>> {
  const ids = sql.param(changes.map(({ rowId }) => rowId));
  const targets = await lockRows(
    tx,
    entity,
    sql`${permittedRowsSql(principal, entity, "read")} and id = any(${ids}::uuid[])`,
  );
  const targetsById = new Map(targets.map((target) => [target.row.id, target]));
  const isUnchanged = changes.every(({ rowId, version }) => targetsById.get(rowId)?.row.version === version);
  if (!isUnchanged) throw new Problem("conflict", changedText);
  const rows = targets.map(({ row }) => row);
  refusePublicRowsWithoutProof(principal, entity, rows);
  return targetsById;
}

/** @throws {Problem} forbidden; conflict when a row may not be deleted, or is in use */
async function refuseDeletion(
  tx: Tx,
  context: ImportContext,
  entity: EntityDefinition,
  rows: readonly LockedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  // Undoing an addition requires the right to add rows, not the right to delete them.
  guard(context.principal, entity, "add");
  for (const { row } of rows) {
    const reason = whyNotDelete(entity, row);
    if (reason !== undefined) throw new Problem("conflict", reason);
  }
  await refuseReferenced(
    tx,
    context,
    entity,
    rows.map(({ row }) => row.id),
  );
}

/** Checks and returns the changes that restore earlier values. @throws {Problem} forbidden; conflict when a referenced row is deleted */
async function prepareRestorations(
  tx: Tx,
  context: ImportContext,
  entity: EntityDefinition,
  changes: readonly { target: LockedRow; before: AnyValues }[],
): Promise<ChangedRow[]> {
  if (changes.length === 0) return [];
  guard(context.principal, entity, "update");
  const restorations = changes.map(({ target, before }) => {
    // The field may have been removed from the entity after the import.
    const fields = Object.entries(before).filter(([name]) => Object.hasOwn(entity.fields, name));
    return { target, values: changedFrom(target.row, Object.fromEntries(fields)) };
  });
  for (const { target, values } of restorations)
    for (const row of [target.row, { ...target.row, ...values }])
      refuseRowOutsideRules(context.principal, entity, "update", row);
  await refuseDeletedReferences(
    tx,
    context,
    entity,
    restorations.map(({ values }) => values),
  );
  refusePublicRowsWithoutProof(
    context.principal,
    entity,
    restorations.map(({ target, values }) => ({ ...target.row, ...values })),
  );
  return restorations;
}

/** Deletes the rows that an import added, and restores the values of the rows that it changed. */
async function undoRows(
  tx: Tx,
  context: ImportContext,
  entity: EntityDefinition,
  { id, onProgress }: { id: string; onProgress: OnProgress | undefined },
): Promise<void> {
  const group = newId();
  await processImportRows({
    onProgress,
    read: (after) => readImported(tx, context.principal, entity, { id, after }),
    async prepare(rows) {
      const changes = rows.filter((row) => row.rowId !== null);
      const targetsById = await lockImported(tx, context, entity, changes);
      const changesBy = (verb: ChangeVerb) =>
        changes
          .filter((change) => change.verb === verb)
          .map(({ rowId, before }) => ({ target: targetsById.get(rowId)!, before: before ?? {} }));
      const added = changesBy("add").map(({ target }) => target);
      await refuseDeletion(tx, context, entity, added);
      return { added, changes: await prepareRestorations(tx, context, entity, changesBy("update")) };
    },
    async write({ added, changes }) {
      if (added.length > 0) {
        await patchRows(tx, context, entity, added, { deleted: true }, group);
        await followDeletion(
          tx,
          context,
          entity,
          added.map(({ row }) => row.id),
          group,
        );
      }
      await changeRows(tx, context, entity, { changes, group });
    },
  });
}

/**
 * Undoes an import: deletes added rows and restores changed ones. Only the person who ran it may, within `undoMinutes`.
 * @throws {Problem} notFound; forbidden; conflict when it is too late, or when a row has changed after the import or is in use
 */
export async function undoImport(
  tx: Tx,
  context: ImportContext,
  entity: EntityDefinition,
  { id, onProgress }: { id: string; onProgress?: OnProgress },
): Promise<void> {
  try {
    const { state, revertible } = await lockImport(tx, context.principal, entity, id);
    if (state !== "done" || revertible === 0) throw new Problem("conflict", tooLateText);
    await undoRows(tx, context, entity, { id, onProgress });
    await setImportState(tx, id, "reverted");
  } catch (error) {
    throw asSaveProblem(entity, error);
  }
}

/** Undoes an import in one transaction, all or nothing. @throws {Problem} as `undoImport` */
export const revertImport = (
  services: Services,
  context: ImportContext,
  entity: EntityDefinition,
  id: string,
): Promise<void> =>
  services.database.tenant(context.principal.tenantId, (tx) => undoImport(tx, context, entity, { id }));
