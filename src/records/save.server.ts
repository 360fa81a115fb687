import { type SQL, sql } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import type { Principal } from "#kit/access.ts";
import type { Clash } from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import type { Database, Tx } from "#server/database.server.ts";
import { newId } from "#server/id.server.ts";
import { check } from "./check.server.ts";
import { columnsFor } from "./definitions.server.ts";
import { guard } from "./guard.server.ts";
import { findRow } from "./list.server.ts";
import { selection, tableSql, visible } from "./row.server.ts";
import { searchColumns } from "./search.server.ts";

export type Save = {
  /** Absent: a new row. */
  id?: string;
  /** The version the values were read at; required to change a row. */
  version?: number;
  /** Only what changed: an absent field keeps its value, null empties it. */
  values: Record<string, unknown>;
};

/** Fields that people may write: those of the form. The program may write all. */
export function writableFields(who: Principal, entity: EntityDefinition): Set<string> {
  return new Set(who.kind === "system" ? Object.keys(entity.fields) : entity.groups.flatMap((group) => group.fields));
}

function refuseOthers(who: Principal, entity: EntityDefinition, values: Record<string, unknown>): void {
  const writable = writableFields(who, entity);
  const refused = Object.keys(values).filter((name) => !writable.has(name));
  if (refused.length === 0) return;
  const text = { zh: "不能修改这个字段", en: "This field cannot be changed" };
  throw new Problem("invalid", { zh: "请检查标出的内容", en: "Please check the marked fields" }, { fields: Object.fromEntries(refused.map((name) => [name, text])) });
}

function parameter(storage: string, value: unknown): SQL {
  if (value === null || value === undefined) return sql`null`;
  return storage === "json" ? sql`${JSON.stringify(value)}::jsonb` : sql`${sql.param(value)}`;
}

/** Column = value pairs of the given fields. */
function assignments(entity: EntityDefinition, values: Record<string, unknown>): { column: SQL; value: SQL }[] {
  return columnsFor(entity)
    .filter(({ field }) => Object.hasOwn(values, field))
    .map(({ field, column, storage }) => ({ column: sql`${sql.identifier(column)}`, value: parameter(storage, values[field]) }));
}

function searchAssignments(entity: EntityDefinition, row: Record<string, unknown>): { column: SQL; value: SQL }[] {
  if (entity.searchable === undefined) return [];
  const { search_text, search } = searchColumns(entity, row);
  return [
    { column: sql`search_text`, value: sql`${search_text}` },
    { column: sql`search`, value: sql`${sql.param(search)}::text[]` },
  ];
}

const comma = sql.raw(", ");

/** Adds a row inside a transaction under way. */
export async function insertRow(tx: Tx, who: Principal, entity: EntityDefinition, values: Record<string, unknown>, id = newId()): Promise<AnyRow> {
  const defaults = Object.fromEntries(Object.entries(entity.fields).flatMap(([name, field]) => (field.value === undefined ? [] : [[name, field.value]])));
  const full = { ...defaults, ...values };
  check(entity.fields, full, full);
  const all = [
    { column: sql`id`, value: sql`${id}::uuid` },
    { column: sql`tenant_id`, value: sql`${who.tenantId}::uuid` },
    ...assignments(entity, full),
    ...searchAssignments(entity, full),
  ];
  const [row] = await tx.rows<AnyRow>(
    sql`insert into ${tableSql(entity)} (${sql.join(all.map((item) => item.column), comma)}) values (${sql.join(all.map((item) => item.value), comma)}) returning ${selection(entity)}`,
  );
  await tx.changed(`${who.tenantId}:${entity.type}`);
  return row!;
}

/** The fields that somebody else changed since `version` to something other than we want. */
function clashOf(values: Record<string, unknown>, current: AnyRow & { field_versions: Record<string, number> }, version: number): Clash | undefined {
  const fields = Object.entries(values)
    .filter(([name, value]) => (current.field_versions[name] ?? 0) > version && !isDeepStrictEqual(current[name] ?? null, value ?? null))
    .map(([name]) => [name, { theirs: current[name] ?? null }]);
  return fields.length === 0 ? undefined : { version: current.version, fields: Object.fromEntries(fields) };
}

const clashText = { zh: "其他人已先保存了同一处内容,请选择保留哪一个", en: "Somebody else saved the same fields first. Choose which to keep." };
const versionMissing = { zh: "缺少版本号,请刷新后重试", en: "The version is missing. Reload and try again." };

/**
 * Changes a row inside a transaction under way. Edits of different fields merge.
 * @throws {Problem} conflict, with what the other person saved, when both changed the same field
 */
export async function updateRow(tx: Tx, who: Principal, entity: EntityDefinition, { id, version, values }: Required<Save>): Promise<AnyRow> {
  const current = await findRow(tx, who, entity, id, true);
  const clash = version < current.version ? clashOf(values, current, version) : undefined;
  if (clash !== undefined) throw new Problem("conflict", clashText, { data: clash });
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(current[name] ?? null, value ?? null)));
  if (Object.keys(changed).length === 0) return current;
  const merged = { ...current, ...changed };
  check(entity.fields, changed, merged);
  const next = current.version + 1;
  const versions = { ...current.field_versions, ...Object.fromEntries(Object.keys(changed).map((name) => [name, next])) };
  const all = [
    ...assignments(entity, changed),
    ...searchAssignments(entity, merged),
    { column: sql`version`, value: sql`${next}` },
    { column: sql`field_versions`, value: sql`${JSON.stringify(versions)}::jsonb` },
    { column: sql`updated_at`, value: sql`now()` },
  ];
  const [row] = await tx.rows<AnyRow>(
    sql`update ${tableSql(entity)} set ${sql.join(all.map(({ column, value }) => sql`${column} = ${value}`), comma)} where tenant_id = ${who.tenantId}::uuid and id = ${id}::uuid returning ${selection(entity)}`,
  );
  await tx.changed(`${who.tenantId}:${entity.type}`);
  return row!;
}

function duplicateProblem(entity: EntityDefinition, error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== "23505") return error;
  const fields = (entity.unique ?? []).find((names) => constraint?.endsWith(names.map((name) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)).join("_"))) ?? [];
  const text = { zh: "已存在相同的内容", en: "This already exists" };
  return new Problem("conflict", text, { fields: Object.fromEntries(fields.map((name) => [name, text])) });
}

/**
 * Adds or changes one row as the wire's QuerySave does.
 * @throws {Problem} forbidden; invalid, naming the fields; conflict; notFound
 */
export async function saveRow(database: Database, who: Principal, entity: EntityDefinition, { id, version, values }: Save): Promise<AnyRow> {
  guard(who, entity, id === undefined ? "add" : "update");
  refuseOthers(who, entity, values);
  if (id !== undefined && version === undefined) throw new Problem("badRequest", versionMissing);
  try {
    return await database.tenant(who.tenantId, async (tx) => {
      const row = id === undefined ? await insertRow(tx, who, entity, values) : await updateRow(tx, who, entity, { id, version: version!, values });
      return visible(entity, row);
    });
  } catch (error) {
    throw duplicateProblem(entity, error);
  }
}

/**
 * Deletes 1 to 100 rows, all or none; they stay in the database, marked.
 * @throws {Problem} notFound when one of them is not there (T-08)
 */
export async function deleteRows(database: Database, who: Principal, entity: EntityDefinition, ids: readonly string[]): Promise<number> {
  guard(who, entity, "delete");
  const wanted = [...new Set(ids)];
  return database.tenant(who.tenantId, async (tx) => {
    const rows = await tx.rows<{ id: string }>(
      sql`update ${tableSql(entity)} set deleted_at = now(), version = version + 1 where tenant_id = ${who.tenantId}::uuid and deleted_at is null and id = any(${sql.param(wanted)}::uuid[]) returning id`,
    );
    if (rows.length !== wanted.length) throw new Problem("notFound", { zh: "选择的行数据不存在", en: "This record does not exist" });
    await tx.changed(`${who.tenantId}:${entity.type}`);
    return rows.length;
  });
}
