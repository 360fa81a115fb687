import { isDeepStrictEqual } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import type { AnyRow, AnyValues, EntityDefinition, RowValues, StoredRow } from "#kit/entity.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { rowExistenceTag, rowsTag } from "#server/postgres/tags.server.ts";
import type { Author } from "#records/registry/row-context.server.ts";
import { newId } from "#server/process/id.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import { recordedValues, type NewChange, recordChanges } from "./history.server.ts";
import { refuseInvalidTree } from "./tree.server.ts";
import { withPositions } from "./tree-order.server.ts";
import { insertRecord, lockDefinition, type Records, updateRecords } from "./record-write.server.ts";
import {
  type Assignment,
  assignments,
  internalAssignments,
  normalizeValues,
  searchAssignments,
} from "./write.server.ts";

const lockedBrand = Symbol("locked");

/** A row that is locked until the transaction ends. Only `lockRows` creates one. */
export type LockedRow<E extends EntityDefinition = EntityDefinition> = {
  readonly [lockedBrand]: true;
  tenantId: string;
  row: StoredRow<E>;
  /** The version at which each field last changed. */
  fieldVersions: Readonly<Record<string, number>>;
};

type InternalOf<R> = R extends { internal?: infer I } ? NonNullable<I> : never;

/** New values of a row; others stay unchanged. An internal column may get an SQL expression over the current row. */
export type NewValues<E extends EntityDefinition = EntityDefinition> = Omit<RowValues<E>, "internal"> & {
  internal?: { [K in keyof InternalOf<RowValues<E>>]: InternalOf<RowValues<E>>[K] | SQL };
};

/** The change of a row; `deleted: false` restores a deleted one. */
export type RowPatch<E extends EntityDefinition = EntityDefinition> = NewValues<E> & { deleted?: boolean };

const comma = sql.raw(", ");

/**
 * Locks rows in the order of their ids, so that two transactions that lock several cannot deadlock. Foreign-key checks are not blocked. Records of an
 * entity that a space defined are locked after their definition, whose publication may have locked all of them.
 */
export function lockRows<E extends EntityDefinition>(
  tx: Tx,
  entity: E,
  condition: SQL,
  limit?: number,
): Promise<LockedRow<E>[]>;
export async function lockRows(tx: Tx, entity: EntityDefinition, condition: SQL, limit?: number): Promise<LockedRow[]> {
  const { allColumns, from } = storeOf(entity);
  // Sent in one round trip.
  const [, rows] = await Promise.all([
    entity.stored === undefined ? undefined : lockDefinition(tx, entity.stored),
    tx.rows<AnyRow & { tenantId: string; fieldVersions: Record<string, number> }>(
      sql`select ${allColumns.columns}, tenant_id as "tenantId", field_versions as "fieldVersions" from ${from([])}
        where ${condition} order by id ${limit === undefined ? sql`` : sql`limit ${limit}`} for no key update`,
    ),
  ]);
  return rows.map(({ tenantId, fieldVersions, ...row }) => ({
    [lockedBrand]: true,
    tenantId,
    row: allColumns.toRow(row as AnyRow),
    fieldVersions,
  }));
}

/** Whether two values of a column differ. Null and undefined are equal. */
export const differs = (one: unknown, other: unknown): boolean => !isDeepStrictEqual(one ?? null, other ?? null);

/** The values that differ from the row's. */
export const changedFrom = (row: AnyValues, values: AnyValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => differs(row[name], value)));

/** The internal values that differ from the row's. A column that is not read with rows counts as different. */
export const changedInternal = (row: AnyValues, internal: AnyValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(internal).filter(([name, value]) => !Object.hasOwn(row, name) || differs(row[name], value)),
  );

type Change = { target: LockedRow; values: AnyValues; internal: AnyValues };

/** The assignments of one statement, for several rows with the same changes. Raises the version of each row by one. */
function assignmentsOf(entity: EntityDefinition, { target, values, internal }: Change): Assignment[] {
  const names = Object.keys(values);
  const versions = sql`field_versions || (select jsonb_object_agg(name, version + 1) from unnest(${sql.param(names)}::text[]) name)`;
  return [
    ...assignments(entity, values),
    ...internalAssignments(entity, internal),
    ...searchAssignments(entity, target.tenantId, { changed: values, row: { ...target.row, ...values } }),
    { column: sql`version`, value: sql`version + 1` },
    { column: sql`updated_at`, value: sql`now()` },
    ...(names.length === 0 ? [] : [{ column: sql`field_versions`, value: versions }]),
  ];
}

/** Changes records of an entity that a space defined, all in the same way, with one statement per space. */
async function writeRecords(
  tx: Tx,
  { entity, stored }: Pick<Records, "entity" | "stored">,
  changes: readonly Change[],
  deleted?: boolean,
): Promise<AnyRow[]> {
  const { target, values } = changes[0]!;
  const row = { ...target.row, ...values };
  const bySpace = [...Map.groupBy(changes, (change) => change.target.tenantId)];
  const rows = bySpace.map(([tenantId, spaceChanges]) => {
    const ids = spaceChanges.map((change) => change.target.row.id);
    return updateRecords(tx, { tenantId, entity, stored, ids, values, row, deleted });
  });
  return (await Promise.all(rows)).flat();
}

/** A change for the history: the changed fields, before and after. */
function asHistory({ target: { tenantId, row }, values }: Change): NewChange {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, row[name] ?? null]));
  const diff = Object.keys(values).length === 0 ? {} : recordedValues(before, values);
  return { tenantId, rowId: row.id, version: row.version + 1, ...diff };
}

async function write(
  tx: Tx,
  entity: EntityDefinition,
  changes: readonly Change[],
  deleted?: boolean,
): Promise<AnyRow[]> {
  const tenants = [...new Set(changes.map(({ target }) => target.tenantId))];
  // Deleting and restoring also change which rows exist.
  for (const tenantId of tenants) {
    await tx.notifyChanged(rowsTag(tenantId, entity.type));
    if (deleted !== undefined) await tx.notifyChanged(rowExistenceTag(tenantId, entity.type));
  }
  const { stored } = entity;
  if (stored !== undefined) return writeRecords(tx, { entity, stored }, changes, deleted);
  const ids = changes.map(({ target }) => target.row.id);
  const all = [
    ...assignmentsOf(entity, changes[0]!),
    ...(deleted === undefined ? [] : [{ column: sql`deleted_at`, value: deleted ? sql`now()` : sql`null` }]),
  ];
  const set = all.map(({ column, value }) => sql`${column} = ${value}`);
  return tx.rows<AnyRow>(
    sql`update ${tableSql(entity)} set ${sql.join(set, comma)}
      where tenant_id = any(${sql.param(tenants)}::uuid[]) and id = any(${sql.param(ids)}::uuid[]) returning ${storeOf(entity).allColumns.columns}`,
  );
}

/**
 * Changes locked rows, all in the same way: updates values, versions, times and search columns, records history under the id `historyGroupId`, and
 * invalidates caches. Values that a row already has are not written. The caller has checked permissions and values (records/change/save.server.ts).
 */
export function patchRows<E extends EntityDefinition>(
  tx: Tx,
  author: Author,
  entity: E,
  targets: readonly LockedRow<E>[],
  patch: RowPatch<E>,
  historyGroupId?: string,
): Promise<StoredRow<E>[]>;
export async function patchRows(
  tx: Tx,
  author: Author,
  entity: EntityDefinition,
  targets: readonly LockedRow[],
  { values = {}, internal = {}, deleted }: RowPatch,
  historyGroupId = newId(),
): Promise<AnyRow[]> {
  const normalizedValues = normalizeValues(entity, values);
  const changes = targets
    .map((target) => ({
      target,
      values: changedFrom(target.row, normalizedValues),
      internal: changedInternal(target.row, internal),
    }))
    .filter((change) => deleted !== undefined || Object.keys({ ...change.values, ...change.internal }).length > 0);
  /** Identifies rows that one statement can change: those with the same changed columns. A row whose search columns change gets its own statement. */
  const statementOf = ({ target: { row }, ...change }: Change) => {
    const isSearched = entity.searchable?.some((name) => Object.hasOwn(change.values, name)) === true;
    return JSON.stringify([Object.keys(change.values), Object.keys(change.internal), isSearched ? row.id : null]);
  };
  const changesByStatement = [...Map.groupBy(changes, statementOf).values()];
  const writing = changesByStatement.map((similarChanges) => write(tx, entity, similarChanges, deleted));
  // Sent in the same round trip.
  const history = recordChanges(tx, author, entity, {
    verb: deleted === undefined ? "update" : deleted ? "delete" : "restore",
    changes: changes.filter((change) => deleted !== undefined || Object.keys(change.values).length > 0).map(asHistory),
    group: historyGroupId,
  });
  const rows = (await Promise.all([...writing, history])).flatMap((written) => written ?? []);
  // A restored row has the parent that it was deleted with.
  const placed = deleted === false ? changes.map(({ target }) => ({ target, values: target.row })) : changes;
  await refuseInvalidTree(tx, entity, placed);
  const writtenById = new Map(rows.map((row) => [row.id, row]));
  return targets.map(({ row }) => writtenById.get(row.id) ?? row);
}

/** `patchRows` for one row. */
export async function patchRow<E extends EntityDefinition>(
  tx: Tx,
  author: Author,
  entity: E,
  target: LockedRow<E>,
  patch: RowPatch<E>,
): Promise<StoredRow<E>> {
  const [row] = await patchRows(tx, author, entity, [target], patch);
  return row!;
}

/** A new row with checked values. */
export type NewRow = { id: string; tenantId: string; values: AnyValues; internal: AnyValues };

function insertIntoTable(
  tx: Tx,
  entity: EntityDefinition,
  { id, tenantId, values, internal }: NewRow,
): Promise<AnyRow[]> {
  const all = [
    { column: sql`id`, value: sql`${id}::uuid` },
    { column: sql`tenant_id`, value: sql`${tenantId}::uuid` },
    ...assignments(entity, values),
    ...internalAssignments(entity, internal),
    ...searchAssignments(entity, tenantId, { changed: values, row: values }),
  ];
  const columns = all.map(({ column }) => column);
  const parameters = all.map(({ value }) => value);
  return tx.rows<AnyRow>(
    sql`insert into ${tableSql(entity)} (${sql.join(columns, comma)}) values (${sql.join(parameters, comma)}) returning ${storeOf(entity).allColumns.columns}`,
  );
}

/** Writes a new row, records history and invalidates caches. The caller has checked permissions and values. */
export async function addRow(tx: Tx, author: Author, entity: EntityDefinition, newRow: NewRow): Promise<AnyRow> {
  const { id, tenantId } = newRow;
  const [row] = (await withPositions(tx, entity, tenantId, [newRow])) as [NewRow];
  await tx.notifyChanged(rowsTag(tenantId, entity.type));
  await tx.notifyChanged(rowExistenceTag(tenantId, entity.type));
  const { stored } = entity;
  const writing =
    stored === undefined
      ? insertIntoTable(tx, entity, row).then(([added]) => added!)
      : insertRecord(tx, { ...row, entity, stored });
  const history = recordChanges(tx, author, entity, { verb: "add", changes: [{ tenantId, rowId: id, version: 1 }] });
  const [added] = await Promise.all([writing, history]);
  await refuseInvalidTree(tx, entity, [{ target: { tenantId, row: { id } }, values: row.values }]);
  return added;
}
