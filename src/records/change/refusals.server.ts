import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { snakeCase, tableName } from "#server/postgres/columns.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { asPgError } from "#server/postgres/sql-error.server.ts";
import { invalidText } from "./check.server.ts";
import { optionUses, referencedText, textOfUses } from "./option-uses.server.ts";
import { grantProblems } from "./grant-check.server.ts";
import { refuseInvalidView } from "./view-check.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { inBranchSql } from "#records/query/branch.server.ts";
import { keptByReferrers, referrersOf } from "#records/query/referring-rows.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { programView, viewOf } from "#records/registry/view.server.ts";
import { whereOf } from "#records/query/where.server.ts";

const unwritableText: Text = { zh: "不能修改这个字段", en: "This field cannot be changed" };
const duplicateText: Text = { zh: "已存在相同内容，请修改后重试", en: "This already exists. Change it and try again." };
const deletedReferenceText: Text = {
  zh: "所引用的数据已被删除，无法恢复",
  en: "This cannot be restored because something it uses was deleted",
};
export const notFoundText: Text = { zh: "选择的行数据不存在", en: "This record does not exist" };

const forAll = (names: readonly string[], text: Text): FieldProblems =>
  Object.fromEntries(names.map((name) => [name, text]));

/** @throws {Problem} invalid, naming every field that this person may not write (T-04) */
export function refuseUnwritable(
  principal: Principal,
  entity: EntityDefinition,
  values: AnyValues,
  verb: "add" | "update",
): void {
  const writable = viewOf(principal, entity).writable[verb];
  const unwritableFields = Object.keys(values).filter((name) => !writable.has(name));
  if (unwritableFields.length > 0)
    throw new Problem("invalid", invalidText, { fields: forAll(unwritableFields, unwritableText) });
}

type NewValue = { name: string; field: FieldConfig; value: unknown; before: AnyValues };

/** @throws {Problem} invalid, naming by path every unknown entity, field or condition in the grants of a role */
function refuseUnknownGrants(context: RowContext, { name, field, value, before }: NewValue): void {
  const { grantsIn } = fieldTypeOf(field);
  if (grantsIn === undefined || value === null) return;
  const earlier = before[name] ?? [];
  const fields = grantProblems(context, name, { grants: grantsIn(value as never), before: grantsIn(earlier as never) });
  if (Object.keys(fields).length > 0) throw new Problem("invalid", invalidText, { fields });
}

/**
 * Checks the references in changed values. `before`: the row before the change.
 * @throws {Problem} invalid for a relation to a row that this person may not read and select in their own tenant (T-05), for a grant of an unknown
 * entity or field, or for a view of them
 */
export async function refuseDangling(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  { changed, before = {} }: { changed: AnyValues; before?: AnyValues },
): Promise<void> {
  const { principal, entities } = context;
  refuseInvalidView(context, entity, { changed, before, text: invalidText });
  for (const [name, value] of Object.entries(changed)) {
    const field = entity.fields[name];
    if (field !== undefined && principal.kind !== "system")
      refuseUnknownGrants(context, { name, field, value, before });
    const target = field && fieldTypeOf(field).references?.(field);
    if (target === undefined || value === null) continue;
    const other = entities.find(target.entity);
    // An unchanged relation is not checked: its target may have been deleted since.
    const currentIds = new Set([before[name]].flat());
    const ids = [...new Set([value].flat())].filter((id) => !currentIds.has(id));
    if (ids.length === 0) continue;
    const selectable = whereOf(
      { readable: programView(other).readable, tenantId: principal.tenantId },
      other.selectable ?? { and: [] },
    );
    const rows = await tx.rows(
      sql`select 1 from ${storeOf(other).from([])} where ${permittedRowsSql(principal, other, "read")} and ${selectable}
        and ${inBranchSql(other, principal.tenantId, target.branch)} and id = any(${sql.param(ids)}::uuid[])`,
    );
    if (rows.length < ids.length || !allows(principal, other, "read"))
      throw new Problem("invalid", invalidText, { fields: { [name]: notFoundText } });
  }
}

/** Whether a row of another entity references one of these rows. */
async function areReferenced(
  tx: Tx,
  { principal, entities }: RowContext,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<boolean> {
  for (const { type, field } of entity.referencedBy ?? []) {
    const store = storeOf(entities.find(type));
    const condition = store.test(field, ({ column }) => sql`${column} = any(${sql.param([...ids])}::uuid[])`);
    const rows = await tx.rows(
      sql`select 1 from ${store.from([])} where ${store.notDeleted(principal.tenantId)} and ${condition} limit 1`,
    );
    if (rows.length > 0) return true;
  }
  return false;
}

/** @throws {Problem} conflict when a row of another entity references one of these rows, or a field takes its options from one */
export async function refuseReferenced(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<void> {
  if (await areReferenced(tx, context, entity, ids)) throw new Problem("conflict", referencedText);
  const [reason] = (await optionUses(tx, context, entity, { ids, isCounted: true })).values();
  if (reason !== undefined) throw new Problem("conflict", reason);
}

/** Whether rows of the entity may be in use, so that they cannot be deleted. */
export const mayBeReferenced = (context: Pick<RowContext, "entities">, entity: EntityDefinition): boolean =>
  entity.referencedBy !== undefined ||
  entity.optionsBy !== undefined ||
  referrersOf(context, entity).some(({ onDelete }) => onDelete === "refuse");

/** Why some of these rows cannot be deleted, by id: they are in use. */
export async function referenceReasons(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<Map<string, Text>> {
  const reasons = await optionUses(tx, context, entity, { ids, isCounted: false });
  for (const [id, use] of await keptByReferrers(tx, context, entity, ids))
    reasons.set(id, await textOfUses(context, [use]));
  for (const id of await referencedAmong(tx, context, entity, ids)) reasons.set(id, referencedText);
  return reasons;
}

/** The ids of rows that a row of another entity references. Bisects the ids: few rows are referenced, and a half without any takes one query. */
async function referencedAmong(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0 || !(await areReferenced(tx, context, entity, ids))) return [];
  if (ids.length === 1) return [...ids];
  const middle = Math.ceil(ids.length / 2);
  const first = await referencedAmong(tx, context, entity, ids.slice(0, middle));
  return [...first, ...(await referencedAmong(tx, context, entity, ids.slice(middle)))];
}

/**
 * Checks the references of rows before they are restored: while they were in the trash, the rows that they reference could be deleted.
 * @throws {Problem} conflict when one of them references a deleted row of an entity whose rows must not be deleted while they are referenced
 */
export async function refuseDeletedReferences(
  tx: Tx,
  { principal, entities }: RowContext,
  entity: EntityDefinition,
  rows: readonly AnyValues[],
): Promise<void> {
  for (const [name, field] of Object.entries(entity.fields)) {
    const target = fieldTypeOf(field).references?.(field);
    const other = target && entities.find(target.entity);
    if (other?.referencedBy?.some((holder) => holder.type === entity.type && holder.field === name) !== true) continue;
    const ids = [...new Set(rows.flatMap((row) => row[name] ?? []))];
    const store = storeOf(other);
    const references = await tx.rows(
      // A concurrent deletion of a referenced row waits for this transaction, or this one for it.
      sql`select 1 from ${store.from([])} where ${store.notDeleted(principal.tenantId)} and id = any(${sql.param(ids)}::uuid[]) for share`,
    );
    if (references.length < ids.length) throw new Problem("conflict", deletedReferenceText);
  }
}

/** Converts a unique violation of the database to a problem, naming the fields without internal columns. Returns any other error unchanged. */
export function asSaveProblem(entity: EntityDefinition, error: unknown): unknown {
  const { code, constraint } = asPgError(error);
  if (code !== "23505") return error;
  const prefix = `${tableName(entity)}_one_`;
  const fields =
    (entity.unique ?? []).find((names) => constraint === prefix + names.map((name) => snakeCase(name)).join("_")) ?? [];
  return duplicateProblem(entity, fields);
}

/** The problem of a duplicate value. */
export function duplicateProblem(entity: EntityDefinition, names: readonly string[]): Problem {
  const fieldNames = names.filter((name) => Object.hasOwn(entity.fields, name));
  return new Problem("conflict", duplicateText, { fields: forAll(fieldNames, duplicateText) });
}
