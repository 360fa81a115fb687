import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import type { ImportCounts, ImportRowState } from "#kit/import.ts";
import { Problem } from "#kit/problem.ts";
import { type AddedRow, addRows, bulkSize, changeRows, type ChangedRow } from "#records/change/bulk.server.ts";
import { lockRows } from "#records/change/patch.server.ts";
import { asSaveProblem, refuseUnwritable, refuseDangling } from "#records/change/refusals.server.ts";
import { changedValues, completeNewValues, ownerColumnFor } from "#records/change/save.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { guard, refusePublicRowsWithoutProof } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { removePrivateFiles } from "#server/files/private-files.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { type OnProgress, processImportRows } from "./import-pipeline.server.ts";
import {
  alreadyImportedText,
  importNotFoundText,
  lockImport,
  readRowsToWrite,
  type RowToWrite,
  setImportState,
} from "./import-store.server.ts";

type ImportContext = RowContext<UserPrincipal>;

const notCheckedText = { zh: "请先检查数据", en: "Check the data first" };
const staleText = {
  zh: "检查之后有数据被他人修改，请重新检查",
  en: "Some records were changed after the check. Check the data again.",
};

/** All ids to which the rows refer, by field, so that one query checks the relations of many rows. */
function relatedIdsOf(entity: EntityDefinition, rows: readonly AnyValues[]): AnyValues {
  const names = Object.keys(entity.fields).filter((name) => fieldTypeOf(entity.fields[name]!).references !== undefined);
  const idsByField = names.map((name) => [name, [...new Set(rows.flatMap((row) => row[name] ?? []))]] as const);
  return Object.fromEntries(idsByField.filter(([, ids]) => ids.length > 0));
}

/** An object with every field that one of the rows writes. */
const writtenFieldsOf = (rows: readonly RowToWrite[]): AnyValues =>
  Object.assign({}, ...rows.map(({ values }) => values)) as AnyValues;

/** Checks the new rows of a batch as a save does, and returns their values. */
async function prepareAdded(
  tx: Tx,
  context: ImportContext,
  entity: EntityDefinition,
  rows: readonly RowToWrite[],
): Promise<AddedRow[]> {
  if (rows.length === 0) return [];
  const { principal } = context;
  guard(principal, entity, "add");
  refuseUnwritable(principal, entity, writtenFieldsOf(rows), "add");
  const internal = ownerColumnFor(principal, entity);
  const changes = rows.map(({ rowId, values }) => ({
    id: rowId!,
    ...completeNewValues(principal, entity, { values, internal }),
  }));
  refusePublicRowsWithoutProof(
    principal,
    entity,
    changes.map(({ merged }) => merged),
  );
  await refuseDangling(tx, context, entity, {
    changed: relatedIdsOf(
      entity,
      changes.map(({ values }) => values),
    ),
  });
  return changes.map(({ id, values }) => ({ id, values }));
}

/** Locks the existing rows of a batch, checks their changes as a save does, and returns the changes. */
async function prepareChanged(
  tx: Tx,
  context: ImportContext,
  entity: EntityDefinition,
  rows: readonly RowToWrite[],
): Promise<ChangedRow[]> {
  if (rows.length === 0) return [];
  const { principal } = context;
  guard(principal, entity, "update");
  refuseUnwritable(principal, entity, writtenFieldsOf(rows), "update");
  const ids = sql.param(rows.map(({ rowId }) => rowId!));
  const targets = await lockRows(
    tx,
    entity,
    sql`${permittedRowsSql(principal, entity, "update")} and id = any(${ids}::uuid[])`,
  );
  const targetsById = new Map(targets.map((target) => [target.row.id, target]));
  const rowsBeforeAndAfter: AnyValues[] = [];
  const changes = rows.flatMap(({ rowId, version, values }): ChangedRow[] => {
    const target = targetsById.get(rowId!);
    if (target === undefined) throw new Problem("conflict", staleText);
    const change = changedValues(principal, entity, target, { version: version!, values });
    rowsBeforeAndAfter.push(target.row, change.merged);
    return Object.keys(change.values).length === 0 ? [] : [{ target, values: change.values }];
  });
  refusePublicRowsWithoutProof(principal, entity, rowsBeforeAndAfter);
  await refuseDangling(tx, context, entity, {
    changed: relatedIdsOf(
      entity,
      changes.map(({ values }) => values),
    ),
    before: relatedIdsOf(
      entity,
      targets.map(({ row }) => row),
    ),
  });
  return changes;
}

/** Writes the checked rows of an import. Returns their number. */
async function writeChecked(
  tx: Tx,
  context: ImportContext,
  entity: EntityDefinition,
  { id, onProgress }: { id: string; onProgress: OnProgress | undefined },
): Promise<number> {
  const { principal } = context;
  const addition = {
    author: context,
    entity,
    tenantId: principal.tenantId,
    internal: ownerColumnFor(principal, entity),
    group: id,
  };
  return processImportRows({
    onProgress,
    read: (after) => readRowsToWrite(tx, id, { after, size: bulkSize }),
    async prepare(rows) {
      const rowsIn = (state: ImportRowState) => rows.filter((row) => row.state === state);
      const added = await prepareAdded(tx, context, entity, rowsIn("add"));
      return { added, changes: await prepareChanged(tx, context, entity, rowsIn("update")) };
    },
    async write({ added, changes }) {
      await addRows(tx, addition, added);
      await changeRows(tx, context, entity, { changes, group: id });
    },
  });
}

/** The problem of a failed import. A checked row that a save refuses is a conflict, because rows or rights have changed after the check. */
function importProblemOf(entity: EntityDefinition, error: unknown): unknown {
  const problem = asSaveProblem(entity, error);
  const isRefusal = problem instanceof Problem && (problem.code === "conflict" || problem.code === "invalid");
  return isRefusal && problem.details.fields !== undefined ? new Problem("conflict", staleText) : problem;
}

/**
 * Writes the rows of a checked import, without those with errors. Returns the number of rows by state.
 * @throws {Problem} notFound, also when the checked rows have expired; forbidden; conflict when the rows are not checked, imported already, or changed
 *   after the check
 */
export async function writeImport(
  tx: Tx,
  context: ImportContext,
  entity: EntityDefinition,
  { id, onProgress }: { id: string; onProgress?: OnProgress },
): Promise<ImportCounts> {
  try {
    const { state, counts } = await lockImport(tx, context.principal, entity, id);
    if (state === "uploaded" || counts === null) throw new Problem("conflict", notCheckedText);
    if (state !== "checked") throw new Problem("conflict", alreadyImportedText);
    const writtenCount = await writeChecked(tx, context, entity, { id, onProgress });
    // The checked rows are deleted a day after the upload (`purgeImportRows`).
    if (writtenCount !== counts.add + counts.update) throw new Problem("notFound", importNotFoundText);
    await setImportState(tx, id, "done");
    return counts;
  } catch (error) {
    throw importProblemOf(entity, error);
  }
}

/** Deletes the file of an import whose rows are written. */
export async function deleteSheetFile(services: Services, principal: UserPrincipal, id: string): Promise<void> {
  const [file] = await services.database.read<{ key: string }>(
    principal.tenantId,
    sql`select f.key from private_file f join sheet_import i on i.file_id = f.id
      where i.id = ${id}::uuid and f.account_id = ${principal.accountId}::uuid`,
  );
  if (file !== undefined) await removePrivateFiles(services, [file.key]);
}

/** Writes the rows of a checked import in one transaction, and deletes its file. @throws {Problem} as `writeImport` */
export async function runImport(
  services: Services,
  context: ImportContext,
  entity: EntityDefinition,
  id: string,
): Promise<ImportCounts> {
  const { principal } = context;
  const counts = await services.database.tenant(principal.tenantId, (tx) => writeImport(tx, context, entity, { id }));
  await deleteSheetFile(services, principal, id);
  return counts;
}
