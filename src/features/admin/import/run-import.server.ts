import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import type { ImportCounts } from "#kit/import.ts";
import { Problem } from "#kit/problem.ts";
import { type AddedRow, addRows, bulkSize, changeRows, type ChangedRow } from "#records/change/bulk.server.ts";
import { lockRows } from "#records/change/patch.server.ts";
import { asSaveProblem, refuseClosed, refuseDangling } from "#records/change/refusals.server.ts";
import { changedValues, newValues, ownerOf } from "#records/change/save.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { guard, refuseUnproven } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { removePrivateFiles } from "#server/files/private-files.server.ts";
import { observed } from "#server/process/observed.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { type CheckedRow, importOver, lockImport, readChecked, setState } from "./import-store.server.ts";

type By = RowContext<UserPrincipal>;

const notChecked = { zh: "请先检查数据", en: "Check the data first" };
const stale = {
  zh: "检查之后有数据被他人修改，请重新检查",
  en: "Some records were changed after the check. Check the data again.",
};

/** The ids that the values refer to, by field, so that many rows take one query. */
function relationsIn(entity: EntityDefinition, rows: readonly AnyValues[]): AnyValues {
  const names = Object.keys(entity.fields).filter((name) => fieldTypeOf(entity.fields[name]!).references !== undefined);
  const found = names.map((name) => [name, [...new Set(rows.flatMap((row) => row[name] ?? []))]] as const);
  return Object.fromEntries(found.filter(([, ids]) => ids.length > 0));
}

const namesIn = (rows: readonly CheckedRow[]): AnyValues =>
  Object.assign({}, ...rows.map(({ values }) => values)) as AnyValues;

async function addChecked(
  tx: Tx,
  by: By,
  entity: EntityDefinition,
  { rows, group }: { rows: readonly CheckedRow[]; group: string },
) {
  if (rows.length === 0) return;
  const { principal } = by;
  guard(principal, entity, "add");
  refuseClosed(principal, entity, namesIn(rows), "add");
  const internal = ownerOf(principal, entity);
  const whole = rows.map(({ rowId, values }) => ({
    id: rowId!,
    ...newValues(principal, entity, { values, internal }),
  }));
  refuseUnproven(
    principal,
    entity,
    whole.map(({ merged }) => merged),
  );
  await refuseDangling(tx, by, entity, {
    changed: relationsIn(
      entity,
      whole.map(({ values }) => values),
    ),
  });
  const added: AddedRow[] = whole.map(({ id, values }) => ({ id, values }));
  await addRows(tx, { by, entity, tenantId: principal.tenantId, internal, group }, added);
}

async function changeChecked(
  tx: Tx,
  by: By,
  entity: EntityDefinition,
  { rows, group }: { rows: readonly CheckedRow[]; group: string },
) {
  if (rows.length === 0) return;
  const { principal } = by;
  guard(principal, entity, "update");
  refuseClosed(principal, entity, namesIn(rows), "update");
  const ids = sql.param(rows.map(({ rowId }) => rowId!));
  const found = await lockRows(tx, entity, sql`${rowsFor(principal, entity, "update")} and id = any(${ids}::uuid[])`);
  const locked = new Map(found.map((one) => [one.row.id, one]));
  const merged: AnyValues[] = [];
  const changes = rows.flatMap(({ rowId, version, values }): ChangedRow[] => {
    const one = locked.get(rowId!);
    if (one === undefined) throw new Problem("conflict", stale);
    const change = changedValues(principal, entity, one, { version: version!, values });
    merged.push(one.row, change.merged);
    return Object.keys(change.values).length === 0 ? [] : [{ found: one, values: change.values }];
  });
  refuseUnproven(principal, entity, merged);
  await refuseDangling(tx, by, entity, {
    changed: relationsIn(
      entity,
      changes.map(({ values }) => values),
    ),
    before: relationsIn(
      entity,
      found.map(({ row }) => row),
    ),
  });
  await changeRows(tx, by, entity, { changes, group });
}

/** The conflict for a checked row that the save refuses, because rows or rights have changed since the check. */
function asStale(entity: EntityDefinition, error: unknown): unknown {
  const problem = asSaveProblem(entity, error);
  const isOfRow = problem instanceof Problem && (problem.code === "conflict" || problem.code === "invalid");
  return isOfRow && problem.details.fields !== undefined ? new Problem("conflict", stale) : problem;
}

/** Writes the checked rows of an import. While the database writes some rows, the next ones are prepared: both use the same connection in turn. */
async function writeChecked(tx: Tx, by: By, entity: EntityDefinition, id: string): Promise<void> {
  const readNext = (after: number) =>
    observed(readChecked(tx.rows, id, { states: ["add", "update"], after, size: bulkSize }));
  let reading = readNext(0);
  let writing = Promise.resolve();
  const write = async (rows: readonly CheckedRow[]) => {
    await addChecked(tx, by, entity, { rows: rows.filter(({ state }) => state === "add"), group: id });
    await changeChecked(tx, by, entity, { rows: rows.filter(({ state }) => state === "update"), group: id });
  };
  try {
    for (;;) {
      const rows = await reading;
      const last = rows.at(-1);
      if (last === undefined) break;
      reading = readNext(last.number);
      const earlier = writing;
      writing = observed(write(rows));
      await earlier;
    }
    await writing;
  } finally {
    // Nothing may be sent behind the rollback.
    await Promise.allSettled([reading, writing]);
  }
}

/**
 * Writes the rows of a checked import in one transaction; those with errors are skipped. Returns the counts of each kind.
 * @throws {Problem} notFound; forbidden; conflict when it was imported already, or when rows have changed since the check
 */
export async function runImport(
  services: Services,
  by: By,
  entity: EntityDefinition,
  id: string,
): Promise<ImportCounts> {
  const { principal } = by;
  const { counts, fileId } = await services.database
    .tenant(principal.tenantId, async (tx) => {
      const found = await lockImport(tx, principal, entity, id);
      if (found.state === "uploaded" || found.counts === null) throw new Problem("conflict", notChecked);
      if (found.state !== "checked") throw new Problem("conflict", importOver);
      await writeChecked(tx, by, entity, id);
      await setState(tx, id, "done");
      return { counts: found.counts, fileId: found.fileId };
    })
    .catch((error: unknown) => {
      throw asStale(entity, error);
    });
  const [file] = await services.database.read<{ key: string }>(
    principal.tenantId,
    sql`select key from private_file where id = ${fileId}::uuid and account_id = ${principal.accountId}::uuid`,
  );
  if (file !== undefined) await removePrivateFiles(services, [file.key]);
  return counts;
}
