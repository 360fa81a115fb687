import { type SQL, sql } from "drizzle-orm";
import { verifyIdentityText, type UserPrincipal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { trashDays } from "#kit/row-history.ts";
import { whyNotDelete } from "#kit/rules.ts";
import type { Text } from "#kit/text.ts";
import { planDeletion, referrersOf } from "#records/query/referring-rows.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { guard, refusePublicRowsWithoutProof } from "#records/registry/guard.server.ts";
import type { Registries } from "#records/registry/registries.server.ts";
import { type Author, type RowContext, upkeepAuthor } from "#records/registry/row-context.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { asPgError } from "#server/postgres/sql-error.server.ts";
import { recordChanges } from "./history.server.ts";
import { knownUses, textOfUses } from "./option-uses.server.ts";
import { type LockedRow, lockRows, patchRows } from "./patch.server.ts";
import { asSaveProblem, notFoundText, refuseDeletedReferences } from "./refusals.server.ts";

const usedText: Text = {
  zh: "其他数据仍在使用，无法彻底删除",
  en: "This cannot be permanently deleted while other records refer to it",
};

const foreignKeyViolation = "23503";

/** Locks deleted rows that `principal` may restore or delete permanently. @throws {Problem} notFound when one does not exist */
async function lockDeleted(
  tx: Tx,
  { principal }: RowContext,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<LockedRow[]> {
  const uniqueIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  const condition = sql`${permittedRowsSql(principal, entity, "delete", "deleted")} and id = any(${sql.param(uniqueIds)}::uuid[])`;
  const targets = await lockRows(tx, entity, condition);
  if (targets.length !== uniqueIds.length) throw new Problem("notFound", notFoundText);
  return targets;
}

/** Restores locked deleted rows. @throws {Problem} conflict when a referenced row was deleted; forbidden for public rows without a proof of identity */
export async function restoreLocked(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  targets: readonly LockedRow[],
): Promise<void> {
  const rows = targets.map(({ row }) => row);
  refusePublicRowsWithoutProof(context.principal, entity, rows);
  await refuseDeletedReferences(tx, context, entity, rows);
  await patchRows(tx, context, entity, targets, { deleted: false });
}

/**
 * Restores deleted rows, all or none. A sensitive call if any verb of the entity is: restoring an API key makes it work again.
 * @throws {Problem} forbidden; notFound; conflict, also when a unique value is taken
 */
export async function restoreRows(
  database: Database,
  context: RowContext<UserPrincipal>,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<number> {
  guard(context.principal, entity, "delete");
  try {
    return await database.tenant(context.principal.tenantId, async (tx) => {
      await claimRequestEffect(tx);
      const targets = await lockDeleted(tx, context, entity, ids);
      if (entity.stepUp !== undefined && !context.principal.hasRecentProof)
        throw new Problem("forbidden", verifyIdentityText, { needsProof: true });
      await restoreLocked(tx, context, entity, targets);
      return targets.length;
    });
  } catch (error) {
    throw asSaveProblem(entity, error);
  }
}

/**
 * Does to the rows that refer to deleted ones what their relations say, in the same transaction and under the same id of the history: empties the
 * field, deletes them, too, or refuses. It does not depend on the rights of the person, as a relation says it for everybody.
 * @throws {Problem} conflict when a relation refuses, a row may not be deleted in its state, or too many rows would change
 */
export async function followDeletion(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  ids: readonly string[],
  historyGroupId: string,
): Promise<void> {
  if (referrersOf(context, entity).length === 0) return;
  const steps = await planDeletion(tx, context, entity, { ids });
  const refusing = steps.filter(({ effect }) => effect === "refuse");
  if (refusing.length > 0) {
    const visibleUses = await knownUses(tx, context, refusing);
    throw new Problem("conflict", await textOfUses(context, visibleUses, (step) => step.ids.length));
  }
  for (const { entity: other, field, effect, ids: referring } of steps) {
    const condition = sql`${storeOf(other).notDeleted(context.principal.tenantId)} and id = any(${sql.param([...referring])}::uuid[])`;
    const targets = await lockRows(tx, other, condition);
    const reason = targets.map(({ row }) => (effect === "delete" ? whyNotDelete(other, row) : undefined)).find(Boolean);
    if (reason !== undefined) throw new Problem("conflict", reason);
    const patch = effect === "delete" ? { deleted: true } : { values: { [field]: null } };
    await patchRows(tx, context, other, targets, patch, historyGroupId);
  }
}

/** Deletes locked rows permanently, with their rows in other tables (`parts`). The history records the deletion and keeps earlier changes. */
async function eraseLocked(
  tx: Tx,
  author: Author,
  entity: EntityDefinition,
  targets: readonly LockedRow[],
): Promise<void> {
  const ids = sql.param(targets.map(({ row }) => row.id));
  const tenants = sql.param([...new Set(targets.map(({ tenantId }) => tenantId))]);
  await recordChanges(tx, author, entity, {
    verb: "erase",
    changes: targets.map(({ tenantId, row }) => ({ tenantId, rowId: row.id, version: row.version + 1 })),
  });
  await tx.rows(sql`delete from ${storeOf(entity).name} where id = any(${ids}::uuid[])`);
  for (const { table, column } of entity.parts ?? [])
    await tx.rows(sql`delete from ${sql.identifier(table)}
      where tenant_id = any(${tenants}::uuid[]) and ${sql.identifier(column)} = any(${ids}::uuid[])`);
}

/** Deletes rows permanently, all or none. @throws {Problem} forbidden; notFound; conflict while another row references one of them */
export async function eraseRows(
  database: Database,
  context: RowContext<UserPrincipal>,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<number> {
  guard(context.principal, entity, "delete");
  try {
    return await database.tenant(context.principal.tenantId, async (tx) => {
      await claimRequestEffect(tx);
      const targets = await lockDeleted(tx, context, entity, ids);
      await eraseLocked(tx, context, entity, targets);
      return targets.length;
    });
  } catch (error) {
    if (asPgError(error).code === foreignKeyViolation) throw new Problem("conflict", usedText);
    throw error;
  }
}

/** Rows per transaction of the purge. */
const batchSize = 100;

/**
 * Permanently deletes the rows that match `condition`, in the trash or not. If other rows reference some of them, deletes the others one by one.
 * Skips rows that other transactions have locked. Checks no permission. Returns the number of deleted rows.
 */
export async function eraseWhere(
  database: Database,
  author: Author,
  { entity, condition, limit }: { entity: EntityDefinition; condition: SQL; limit?: number },
): Promise<number> {
  const { name } = storeOf(entity);
  const limitClause = limit === undefined ? sql`` : sql`limit ${limit}`;
  const erase = (where: SQL) =>
    database.system(async (tx) => {
      const unlocked = await tx.rows<{ id: string }>(
        sql`select id from ${name} where ${where} order by id ${limitClause} for update skip locked`,
      );
      if (unlocked.length === 0) return 0;
      const targets = await lockRows(tx, entity, sql`id = any(${sql.param(unlocked.map(({ id }) => id))}::uuid[])`);
      await eraseLocked(tx, author, entity, targets);
      return targets.length;
    });
  /** Ignores the error of deleting a referenced row. */
  const ignoreUsed = (error: unknown): undefined => {
    if (asPgError(error).code !== foreignKeyViolation) throw error;
  };
  const erased = await erase(condition).catch(ignoreUsed);
  if (erased !== undefined) return erased;
  const rows = await database.read<{ id: string }>(
    "*",
    sql`select id from ${name} where ${condition} order by id ${limitClause}`,
  );
  let count = 0;
  // oxlint-disable-next-line no-await-in-loop
  for (const { id } of rows) count += (await erase(sql`${condition} and id = ${id}::uuid`).catch(ignoreUsed)) ?? 0;
  return count;
}

/** Permanently deletes rows that have been in the trash for `trashDays`, except rows that other rows still reference. */
export async function emptyTrash(database: Database, registries: Registries, signal: AbortSignal): Promise<void> {
  const due = sql`deleted_at < now() - make_interval(days => ${trashDays})`;
  async function empty(entity: EntityDefinition, scope: SQL): Promise<void> {
    let after = "00000000-0000-0000-0000-000000000000";
    while (!signal.aborted) {
      const rows = await database.read<{ id: string }>(
        "*",
        sql`select id from ${storeOf(entity).name} where ${scope} and ${due} and id > ${after}::uuid order by id limit ${batchSize}`,
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
      const ids = sql.param(rows.map(({ id }) => id));
      await eraseWhere(database, upkeepAuthor, {
        entity,
        condition: sql`${scope} and ${due} and id = any(${ids}::uuid[])`,
      });
    }
  }
  for (const entity of registries.code.all) if (entity.access.delete !== "nobody") await empty(entity, sql`true`);
  const definitions = await database.read<{ tenantId: string; id: string; type: string }>(
    "*",
    sql`select d.tenant_id as "tenantId", d.id, d.type from entity_definition d
      where d.unpublished_at is null and exists (select from record r where r.tenant_id = d.tenant_id and r.entity_id = d.id and ${due})`,
  );
  for (const { tenantId, id, type } of definitions) {
    const entity = (await registries.of(tenantId)).find(type);
    await empty(entity, sql`tenant_id = ${tenantId}::uuid and entity_id = ${id}::uuid`);
  }
}
