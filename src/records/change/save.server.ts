import { sql } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import type { Principal } from "#kit/access.ts";
import type { Clash } from "#kit/auto.ts";
import type { Services } from "#kit/call.ts";
import type { AnyRow, AnyValues, EntityDefinition, RowValues, StoredRow } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { isFrozen, whyNotDelete } from "#kit/rules.ts";
import type { Text } from "#kit/text.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { claimEffect } from "#server/http/idempotency.server.ts";
import { check } from "./check.server.ts";
import { guard, refuseUnproven } from "#records/registry/guard.server.ts";
import { findRow, type FoundRow } from "#records/query/list.server.ts";
import { asSaveProblem, refuseClosed, refuseDangling } from "./refusals.server.ts";
import { rowsFor, visible } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { assignments, internalAssignments, normalized, searchAssignments, shown, stamped } from "./write.server.ts";

export type Save = {
  /** Absent: a new row. */
  id?: string;
  /** The version the values were read at; required to change a row. */
  version?: number;
  /** Only what changed: an absent field keeps its value, null empties it. */
  values: AnyValues;
};

const clashText: Text = {
  zh: "他人已修改相同的内容，请选择要保留的版本",
  en: "Someone else changed this content. Choose which version to keep.",
};
const versionText: Text = {
  zh: "版本号不正确，请刷新后重试",
  en: "Missing or wrong version. Reload and try again.",
};
const frozenText: Text = { zh: "记录已结束，不能再修改", en: "This record is closed and cannot be changed" };
const goneText: Text = { zh: "选择的行数据不存在", en: "This record does not exist" };
const tooManyText: Text = { zh: "一次可删除 1–100 条数据", en: "Delete 1–100 records at a time" };
const maxDeleted = 100;
const comma = sql.raw(", ");

const differs = (one: unknown, other: unknown) => !isDeepStrictEqual(one ?? null, other ?? null);

function defaultsOf(entity: EntityDefinition): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) => (field.value === undefined ? [] : [[name, field.value]])),
  );
}

/** Adds a row inside a transaction under way. @throws {Problem} invalid, naming the fields */
export function insertRow<E extends EntityDefinition>(
  tx: Tx,
  by: RowContext,
  entity: E,
  row: RowValues<E> & { id?: string },
): Promise<StoredRow<E>>;
export async function insertRow(
  tx: Tx,
  by: RowContext,
  entity: EntityDefinition,
  { values = {}, internal = {}, id = newId() }: RowValues & { id?: string },
): Promise<AnyRow> {
  const { who } = by;
  const whole = normalized(entity, { ...defaultsOf(entity), ...values });
  const stampedRow = { ...whole, ...stamped(entity, whole) };
  const full = shown(entity, stampedRow, stampedRow);
  const merged = { ...internal, ...full };
  check(entity, full, merged);
  refuseUnproven(who, entity, [merged]);
  await refuseDangling(tx, by, entity, { changed: full });
  const all = [
    { column: sql`id`, value: sql`${id}::uuid` },
    { column: sql`tenant_id`, value: sql`${who.tenantId}::uuid` },
    ...assignments(entity, full),
    ...internalAssignments(entity, internal),
    ...searchAssignments(entity, who.tenantId, { changed: full, row: full }),
  ];
  const [row] = await tx.rows<AnyRow>(
    sql`insert into ${tableSql(entity)} (${sql.join(
      all.map(({ column }) => column),
      comma,
    )}) values (${sql.join(
      all.map(({ value }) => value),
      comma,
    )}) returning ${storeOf(entity).whole.columns}`,
  );
  await tx.changed(`${who.tenantId}:${entity.type}`);
  return row!;
}

/** @throws {Problem} conflict, when somebody else changed a field since `version` to something other than we want */
function refuseClash(values: AnyValues, { row, fieldVersions }: FoundRow, version: number): void {
  const names = Object.keys(values).filter(
    (name) => (fieldVersions[name] ?? 0) > version && differs(row[name], values[name]),
  );
  if (names.length === 0) return;
  const clash: Clash = {
    version: row.version,
    fields: Object.fromEntries(names.map((name) => [name, { theirs: row[name] ?? null }])),
  };
  throw new Problem("conflict", clashText, {
    data: clash,
    fields: Object.fromEntries(names.map((name) => [name, clashText])),
  });
}

/** Those of `values` that the row does not have. */
const changedFrom = (row: AnyRow, values: AnyValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => differs(row[name], value)));

/**
 * Changes a row inside a transaction under way. Edits of different fields merge; a field that the row, as it would be, does not show
 * keeps its value. Internal columns are the program's alone, which locks the row before it reads them: they cannot clash.
 * @throws {Problem} conflict, with what the other person saved, when both changed the same field; invalid; notFound
 */
export function updateRow<E extends EntityDefinition>(
  tx: Tx,
  by: RowContext,
  entity: E,
  row: RowValues<E> & { id: string; version: number },
): Promise<StoredRow<E>>;
export async function updateRow(
  tx: Tx,
  by: RowContext,
  entity: EntityDefinition,
  { id, version, values = {}, internal = {} }: RowValues & { id: string; version: number },
): Promise<AnyRow> {
  const { who } = by;
  const found = await findRow(tx, who, entity, id, "update");
  const { row: current, fieldVersions } = found;
  if (who.kind !== "system" && isFrozen(entity, current)) throw new Problem("conflict", frozenText);
  // A version that is still to come would hide every clash.
  if (version > current.version) throw new Problem("badRequest", versionText);
  const normalizedValues = normalized(entity, values);
  const stampedValues = { ...normalizedValues, ...stamped(entity, { ...current, ...normalizedValues }) };
  const visibleValues = shown(entity, stampedValues, { ...current, ...stampedValues });
  refuseClash(visibleValues, found, version);
  const changed = changedFrom(current, visibleValues);
  const changedInternal = changedFrom(current, internal);
  if (Object.keys({ ...changed, ...changedInternal }).length === 0) return current;
  const merged = { ...current, ...changed, ...changedInternal };
  check(entity, changed, merged);
  refuseUnproven(who, entity, [current, merged]);
  await refuseDangling(tx, by, entity, { changed, before: current });
  const next = current.version + 1;
  const versions = { ...fieldVersions, ...Object.fromEntries(Object.keys(changed).map((name) => [name, next])) };
  const all = [
    ...assignments(entity, changed),
    ...internalAssignments(entity, changedInternal),
    ...searchAssignments(entity, who.tenantId, { changed, row: merged }),
    { column: sql`version`, value: sql`${next}` },
    { column: sql`field_versions`, value: sql`${JSON.stringify(versions)}::jsonb` },
    { column: sql`updated_at`, value: sql`now()` },
  ];
  const [row] = await tx.rows<AnyRow>(
    sql`update ${tableSql(entity)} set ${sql.join(
      all.map(({ column, value }) => sql`${column} = ${value}`),
      comma,
    )} where tenant_id = ${who.tenantId}::uuid and id = ${id}::uuid returning ${storeOf(entity).whole.columns}`,
  );
  await tx.changed(`${who.tenantId}:${entity.type}`);
  return row!;
}

/** Who adds a row, for entities that keep it. */
function ownerOf(who: Principal, { owner }: EntityDefinition): AnyValues {
  return owner === undefined || who.kind !== "user" ? {} : { [owner]: who.memberId };
}

/** What saves need besides the database. */
type SaveServices = Pick<Services, "hooks" | "registries">;

/** Adds a row for somebody, with whatever the entity's hook does besides. */
function addRow(
  tx: Tx,
  by: RowContext,
  entity: EntityDefinition,
  { values, services: { hooks, registries } }: { values: AnyValues; services: SaveServices },
): Promise<AnyRow> {
  const { who } = by;
  const insert = (more: RowValues = {}) =>
    insertRow(tx, by, entity, {
      values: { ...values, ...more.values },
      internal: { ...ownerOf(who, entity), ...more.internal },
    });
  const hook = hooks.get(entity.type);
  return hook === undefined || who.kind !== "user" ? insert() : hook.add({ tx, who, values, registries }, insert);
}

/**
 * Adds or changes one row as the wire's QuerySave does.
 * @throws {Problem} forbidden; invalid, naming the fields; conflict; notFound
 */
export async function saveRow(
  services: SaveServices & Pick<Services, "database">,
  by: RowContext,
  entity: EntityDefinition,
  { id, version, values }: Save,
): Promise<AnyRow> {
  const { who } = by;
  const verb = id === undefined ? "add" : "update";
  guard(who, entity, verb);
  refuseClosed(who, entity, values, verb);
  if (id !== undefined && version === undefined) throw new Problem("badRequest", versionText);
  try {
    return await services.database.tenant(who.tenantId, async (tx) => {
      await claimEffect(tx);
      const row =
        id === undefined
          ? await addRow(tx, by, entity, { values, services })
          : await updateRow(tx, by, entity, { id, version: version!, values });
      return visible(viewOf(who, entity).seen, row);
    });
  } catch (error) {
    throw asSaveProblem(entity, error);
  }
}

/**
 * Deletes 1 to 100 rows, all or none; they stay in the database, marked.
 * @throws {Problem} notFound when one of them is not there (T-08)
 */
export async function deleteRows(
  database: Database,
  { who }: RowContext,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<number> {
  guard(who, entity, "delete");
  const uniqueIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (uniqueIds.length === 0 || uniqueIds.length > maxDeleted) throw new Problem("badRequest", tooManyText);
  return database.tenant(who.tenantId, async (tx) => {
    const rows = await tx.rows<AnyRow>(
      sql`update ${tableSql(entity)} set deleted_at = now(), version = version + 1 where ${rowsFor(who, entity, "delete")} and id = any(${sql.param(uniqueIds)}::uuid[]) returning ${storeOf(entity).whole.columns}`,
    );
    if (rows.length !== uniqueIds.length) throw new Problem("notFound", goneText);
    refuseUnproven(who, entity, rows);
    for (const row of rows) {
      const reason = whyNotDelete(entity, row);
      if (reason !== undefined) throw new Problem("conflict", reason);
    }
    await tx.changed(`${who.tenantId}:${entity.type}`);
    return rows.length;
  });
}
