import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { Clash } from "#kit/auto.ts";
import type { Services } from "#kit/call.ts";
import { checkFields } from "#kit/check-fields.ts";
import type { AnyRow, AnyValues, EntityDefinition, RowValues, StoredRow } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { readOnlyInOwnRow, isFrozen, whyNotDelete } from "#kit/rules.ts";
import type { Text } from "#kit/text.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { type Confirmable, usePayTicket } from "#server/identity/pay-tickets.server.ts";
import { check, refuseRowOutsideRules, refuseUngivenAction } from "./check.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { guard, refuseUnconfirmed, refusePublicRowsWithoutProof } from "#records/registry/guard.server.ts";
import { asSaveProblem, notFoundText, refuseUnwritable, refuseDangling, refuseReferenced } from "./refusals.server.ts";
import { permittedRowsSql, visibleRow } from "#records/query/row.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import type { Pepper } from "#server/process/secrets.server.ts";
import {
  addRow,
  changedFrom,
  changedInternal,
  differs,
  type LockedRow,
  lockRows,
  type NewValues,
  patchRow,
  patchRows,
} from "./patch.server.ts";
import { checkProofs, type ProvedValues, refuseUnprovedValues } from "./proofs.server.ts";
import { followDeletion } from "./trash.server.ts";
import { valuesToSave } from "./write.server.ts";

export type Save = {
  /** Absent: a new row. */
  id?: string;
  /** The version at which the values were read; required to change a row. */
  version?: number;
  /** Changed fields only: an absent field keeps its value, null clears it. */
  values: AnyValues;
  /** The token of the payment password, if the entity requires one (`checkSafePassword`). */
  confirmToken?: string | undefined;
  /** The content that the payment password confirmed; default: the entity's type and these values. */
  confirmed?: Confirmable;
};

const clashText: Text = {
  zh: "他人已修改相同的内容，请选择要保留的版本",
  en: "Someone else changed this content. Choose which version to keep.",
};
const versionText: Text = {
  zh: "版本号不正确，请刷新后重试",
  en: "Missing or wrong version. Reload and try again.",
};
const selfText: Text = {
  zh: "不能修改自己的这一项，请联系其他管理员",
  en: "You cannot change this for yourself. Ask another administrator.",
};
const frozenText: Text = { zh: "记录已结束，不能再修改", en: "This record is closed and cannot be changed" };
const tooManyText: Text = { zh: "一次可删除 1–100 条数据", en: "Delete 1–100 records at a time" };
const maxDeleted = 100;

function defaultsOf(entity: EntityDefinition): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) => (field.value === undefined ? [] : [[name, field.value]])),
  );
}

/** The required fields that a new row lacks if only its default values are given: those that a person has to fill in. */
export function requiredFieldsOfNewRow(entity: EntityDefinition): ReadonlySet<string> {
  const { submitted, derived } = valuesToSave(entity, {}, defaultsOf(entity));
  const problems = checkFields(entity.fields, {}, { ...submitted, ...derived }, { typeOf: fieldTypeOf });
  return new Set(Object.keys(problems));
}

/** `proved`: the proofs of values from a form (`checkProofs`); absent when no form was submitted. */
type WithProofs = { proved?: ProvedValues | undefined };

/** Checks and completes the values of a new row. `merged` includes internal columns. @throws {Problem} invalid, naming the fields */
export function completeNewValues(
  principal: Principal,
  entity: EntityDefinition,
  { values = {}, internal = {}, proved }: RowValues & WithProofs,
): { values: Record<string, unknown>; merged: AnyValues } {
  const { submitted, derived } = valuesToSave(entity, {}, { ...defaultsOf(entity), ...values });
  const completeValues = { ...submitted, ...derived };
  const merged = { ...internal, ...completeValues };
  check(entity, completeValues, merged);
  refuseRowOutsideRules(principal, entity, "add", merged);
  refuseUngivenAction(principal, entity, { before: defaultsOf(entity), after: merged });
  refuseUnprovedValues(principal, entity, { changed: completeValues, merged, isNew: true, proved });
  return { values: completeValues, merged };
}

/**
 * Adds a row in a running transaction.
 * @throws {Problem} invalid, naming the fields; forbidden for an unconfirmed save, or for a public row without a recent proof of identity
 */
export function insertRow<E extends EntityDefinition>(
  tx: Tx,
  context: RowContext,
  entity: E,
  row: RowValues<E> & WithProofs & { id?: string },
): Promise<StoredRow<E>>;
export async function insertRow(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  { values = {}, internal = {}, id = newId(), proved }: RowValues & WithProofs & { id?: string },
): Promise<AnyRow> {
  const { principal } = context;
  refuseUnconfirmed(context, entity);
  const { values: completeValues, merged } = completeNewValues(principal, entity, { values, internal, proved });
  refusePublicRowsWithoutProof(principal, entity, [merged]);
  await refuseDangling(tx, context, entity, { changed: completeValues });
  return addRow(tx, context, entity, { id, tenantId: principal.tenantId, values: completeValues, internal });
}

/** A row as it was read, and the version at which each field last changed. */
type ReadRow = Pick<LockedRow, "row" | "fieldVersions">;

/** @throws {Problem} conflict, when somebody else has changed one of these fields since `version` to another value */
function refuseClash(values: AnyValues, { row, fieldVersions }: ReadRow, version: number): void {
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

/** @throws {Problem} invalid, naming changed fields that nobody may change in their own row */
function refuseOwnRow(principal: Principal, entity: EntityDefinition, row: AnyRow, changed: AnyValues): void {
  const names = readOnlyInOwnRow(entity, principal, row).filter((name) => Object.hasOwn(changed, name));
  if (names.length === 0) return;
  throw new Problem("invalid", selfText, { fields: Object.fromEntries(names.map((name) => [name, selfText])) });
}

/**
 * The effect of saving these values. `submitted`: the submitted values as stored; `changed`: all values that differ from the row's, including
 * derived ones.
 * @throws {Problem} conflict for a closed row; invalid for a field that nobody may change in their own row
 */
export function changesTo(
  principal: Principal,
  entity: EntityDefinition,
  row: AnyRow,
  values: AnyValues,
  now = new Date(),
): { submitted: AnyValues; changed: Record<string, unknown> } {
  if (principal.kind !== "system" && isFrozen(entity, row)) throw new Problem("conflict", frozenText);
  const { submitted, derived } = valuesToSave(entity, row, values, now);
  const changed = changedFrom(row, { ...submitted, ...derived });
  refuseOwnRow(principal, entity, row, changed);
  return { submitted, changed };
}

/** The checked changes of a row that was read at `version`; `merged`: the row after them. @throws {Problem} as `updateLockedRow` */
export function changedValues(
  principal: Principal,
  entity: EntityDefinition,
  target: ReadRow,
  { version, values = {}, internal = {}, proved }: NewValues & WithProofs & { version: number },
): { values: Record<string, unknown>; internal: Record<string, unknown>; merged: AnyValues } {
  const { row: current } = target;
  const { submitted, changed } = changesTo(principal, entity, current, values);
  // With a higher version than the row's, no conflict would be found.
  if (version > current.version) throw new Problem("badRequest", versionText);
  // Derived values cannot conflict.
  refuseClash(submitted, target, version);
  const newInternal = changedInternal(current, internal);
  const merged = { ...current, ...changed, ...newInternal };
  if (Object.keys({ ...changed, ...newInternal }).length > 0) {
    check(entity, changed, merged);
    refuseRowOutsideRules(principal, entity, "update", merged);
    refuseUngivenAction(principal, entity, { before: current, after: merged });
    refuseUnprovedValues(principal, entity, { changed, merged, isNew: false, proved });
  }
  return { values: changed, internal: newInternal, merged };
}

/**
 * Changes a locked row. Edits of different fields merge; a field that is hidden in the resulting row keeps its value. Internal columns cannot
 * conflict, because only the program writes them, after locking the row.
 * @throws {Problem} conflict, with the other person's values, when both changed the same field, or for a closed row; invalid; forbidden
 */
export function updateLockedRow<E extends EntityDefinition>(
  tx: Tx,
  context: RowContext,
  entity: E,
  target: LockedRow<E>,
  row: NewValues<E> & WithProofs & { version: number },
): Promise<StoredRow<E>>;
export async function updateLockedRow(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  target: LockedRow,
  { version, values = {}, internal = {}, proved }: NewValues & WithProofs & { version: number },
): Promise<AnyRow> {
  const { principal } = context;
  const { row: current } = target;
  refuseUnconfirmed(context, entity);
  const change = changedValues(principal, entity, target, { version, values, internal, proved });
  const { values: changed, internal: newInternal, merged } = change;
  if (Object.keys({ ...changed, ...newInternal }).length === 0) return current;
  refusePublicRowsWithoutProof(principal, entity, [current, merged]);
  await refuseDangling(tx, context, entity, { changed, before: current });
  return patchRow(tx, context, entity, target, { values: changed, internal: newInternal });
}

/** Locks a row that the person may change. @throws {Problem} notFound */
async function lockRow<E extends EntityDefinition>(
  tx: Tx,
  { principal }: RowContext,
  entity: E,
  id: string,
): Promise<LockedRow<E>> {
  const condition = sql`${permittedRowsSql(principal, entity, "update")} and id = ${id}::uuid`;
  const [target] = await lockRows(tx, entity, condition);
  if (target === undefined) throw new Problem("notFound", notFoundText);
  return target;
}

/** Changes a row in a running transaction, as `updateLockedRow` does. @throws {Problem} also notFound */
export async function updateRow<E extends EntityDefinition>(
  tx: Tx,
  context: RowContext,
  entity: E,
  row: NewValues<E> & WithProofs & { id: string; version: number },
): Promise<StoredRow<E>> {
  return updateLockedRow(tx, context, entity, await lockRow(tx, context, entity, row.id), row);
}

/** The column with the member who adds the row, for entities that have one. */
export function ownerColumnFor(principal: Principal, { owner }: EntityDefinition): AnyValues {
  return owner === undefined || principal.kind !== "user" ? {} : { [owner]: principal.memberId };
}

/** The services that a save needs, including those of the proofs of its values. */
type SaveServices = Pick<Services, "database" | "egress" | "env" | "hooks" | "pepper" | "proofs" | "registries">;

/** Adds a row for a person and runs the hook of the entity. */
async function addForPerson(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  {
    values,
    proved,
    services: { hooks, pepper, registries },
  }: { values: AnyValues; services: Pick<SaveServices, "hooks" | "pepper" | "registries"> } & WithProofs,
): Promise<AnyRow> {
  const { principal } = context;
  const hook = hooks.get(entity.type);
  const prepared = await hook?.prepare?.({ tx, context, values, row: undefined, pepper });
  const insert = (hookValues: RowValues = {}) =>
    insertRow(tx, context, entity, {
      values: { ...values, ...prepared?.values, ...hookValues.values },
      internal: { ...ownerColumnFor(principal, entity), ...prepared?.internal, ...hookValues.internal },
      proved,
    });
  return hook?.add === undefined || principal.kind !== "user"
    ? insert()
    : hook.add({ tx, principal, values, registries }, insert);
}

/** Changes a row for a person, with the values that the hook of the entity prepares. @throws {Problem} as `updateRow` */
async function updateForPerson(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  {
    id,
    services: { hooks, pepper },
    ...save
  }: NewValues & WithProofs & { id: string; version: number; services: Pick<SaveServices, "hooks" | "pepper"> },
): Promise<AnyRow> {
  const target = await lockRow(tx, context, entity, id);
  const prepared = await hooks
    .get(entity.type)
    ?.prepare?.({ tx, context, values: save.values ?? {}, row: target.row, pepper });
  return updateLockedRow(tx, context, entity, target, {
    ...save,
    values: { ...save.values, ...prepared?.values },
    ...(prepared?.internal === undefined ? {} : { internal: prepared.internal }),
  });
}

/** Uses up the confirmation that a save of this entity requires. Returns the context, marked as confirmed. */
async function spendConfirmation(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  { pepper, token, confirmable }: { pepper: Pepper; token: string | undefined; confirmable: Confirmable },
): Promise<RowContext> {
  const { principal } = context;
  if (entity.checkSafePassword !== true || principal.kind !== "user") return context;
  await usePayTicket(tx, pepper, principal, { ...confirmable, token });
  return { ...context, isConfirmed: true };
}

/** Adds or changes one row, as the call QuerySave does. @throws {Problem} forbidden; invalid, naming the fields; conflict; notFound */
export async function saveRow(
  services: SaveServices,
  context: RowContext,
  entity: EntityDefinition,
  { id, version, values: sent, confirmToken: token, confirmed }: Save,
): Promise<AnyRow> {
  const { principal } = context;
  const verb = id === undefined ? "add" : "update";
  guard(principal, entity, verb);
  refuseUnwritable(principal, entity, sent, verb);
  if (id !== undefined && version === undefined) throw new Problem("badRequest", versionText);
  const { values, proved } = await checkProofs(services, principal, entity, { id, values: sent });
  try {
    return await services.database.tenant(principal.tenantId, async (tx) => {
      await claimRequestEffect(tx);
      const confirmable = confirmed ?? { form: entity.type, body: { ...sent, id, version } };
      const confirmedContext = await spendConfirmation(tx, context, entity, {
        pepper: services.pepper,
        token,
        confirmable,
      });
      const row =
        id === undefined
          ? await addForPerson(tx, confirmedContext, entity, { values, proved, services })
          : await updateForPerson(tx, confirmedContext, entity, { id, version: version!, values, proved, services });
      for (const { spend } of proved.values()) await spend(tx);
      return visibleRow(viewOf(principal, entity).readable, row);
    });
  } catch (error) {
    throw asSaveProblem(entity, error);
  }
}

/**
 * Moves 1 to 100 rows to the trash, all or none. Returns their number, and the id for `undoChanges`.
 * What relations of the space say about the rows that refer to them happens as well (kit/on-delete.ts).
 * @throws {Problem} forbidden; badRequest for another number of rows; notFound when a row does not exist (T-08); conflict when a row is in use
 */
export async function moveRowsToTrash(
  database: Database,
  context: RowContext,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<{ deleted: number; undo: string }> {
  const { principal } = context;
  guard(principal, entity, "delete");
  const uniqueIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (uniqueIds.length === 0 || uniqueIds.length > maxDeleted) throw new Problem("badRequest", tooManyText);
  return database.tenant(principal.tenantId, async (tx) => {
    const condition = sql`${permittedRowsSql(principal, entity, "delete")} and id = any(${sql.param(uniqueIds)}::uuid[])`;
    const targets = await lockRows(tx, entity, condition);
    const rows = targets.map(({ row }) => row);
    if (rows.length !== uniqueIds.length) throw new Problem("notFound", notFoundText);
    refusePublicRowsWithoutProof(principal, entity, rows);
    for (const row of rows) {
      const reason = whyNotDelete(entity, row);
      if (reason !== undefined) throw new Problem("conflict", reason);
    }
    await refuseReferenced(tx, context, entity, uniqueIds);
    const undo = newId();
    await patchRows(tx, context, entity, targets, { deleted: true }, undo);
    await followDeletion(tx, context, entity, uniqueIds, undo);
    return { deleted: rows.length, undo };
  });
}
