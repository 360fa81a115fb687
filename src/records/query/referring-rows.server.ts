import { sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Referrer } from "#kit/entity-registry.ts";
import type { DeletionEffect } from "#kit/on-delete.ts";
import { Problem } from "#kit/problem.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { storeOf } from "./store-of.server.ts";

/** Maximum number of rows that a deletion empties or deletes besides its own. */
export const maxFollowing = 2000;
const tooManyText = {
  zh: `超过 ${maxFollowing} 条数据引用了它，请先修改或删除这些数据`,
  en: `More than ${maxFollowing} records refer to this. Change or delete them first.`,
};

/** What the deletion of rows does to the rows that refer to them by one field. `keep`: nothing. */
export type DeletionStep = {
  entity: EntityDefinition;
  field: string;
  effect: DeletionEffect | "keep";
  ids: readonly string[];
};

/** The relations of the space's own entities to the rows of an entity. */
export const referrersOf = (
  { entities }: Pick<RowContext, "entities">,
  { type }: EntityDefinition,
): readonly Referrer[] => entities.referrers.get(type.toLowerCase()) ?? [];

/** The ids of rows that refer to one of these rows by a relation, without those of `except`: up to one above the limit. */
async function referringIds(
  tx: Tx,
  { principal: { tenantId } }: RowContext,
  relation: { entity: EntityDefinition; field: string; ids: readonly string[]; except: ReadonlySet<string> },
): Promise<string[]> {
  const { entity, field, ids, except } = relation;
  const store = storeOf(entity);
  const condition = store.test(field, ({ column }) => sql`${column} = any(${sql.param([...ids])}::uuid[])`);
  const rows = await tx.rows<{ id: string }>(
    sql`select id from ${store.from([])} where ${store.notDeleted(tenantId)} and ${condition}
      and not id = any(${sql.param([...except])}::uuid[]) order by id limit ${maxFollowing + 1}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * What the deletion of these rows does to others, step by step; a row that is deleted because of them is followed in turn. Reads only. `withKept`: also
 * the rows that keep their reference.
 * @throws {Problem} conflict when more than `maxFollowing` rows would change
 */
export async function planDeletion(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  { ids, withKept = false }: { ids: readonly string[]; withKept?: boolean },
): Promise<DeletionStep[]> {
  const steps: DeletionStep[] = [];
  const deletedIds = new Set(ids);
  const deletions = [{ entity, ids }];
  // Deletions that follow are added to the end.
  for (const deletion of deletions)
    for (const { type, field, onDelete: effect = "keep" } of referrersOf(context, deletion.entity)) {
      if (effect === "keep" && !withKept) continue;
      const other = context.entities.find(type);
      const referring = await referringIds(tx, context, {
        entity: other,
        field,
        ids: deletion.ids,
        except: deletedIds,
      });
      if (referring.length === 0) continue;
      // There are more than were found.
      if (referring.length > maxFollowing && (effect === "clear" || effect === "delete"))
        throw new Problem("conflict", tooManyText);
      steps.push({ entity: other, field, effect, ids: referring });
      if (effect !== "delete") continue;
      for (const id of referring) deletedIds.add(id);
      deletions.push({ entity: other, ids: referring });
      if (deletedIds.size - ids.length > maxFollowing) throw new Problem("conflict", tooManyText);
    }
  const remaining = steps.flatMap((step) => {
    const others = step.effect === "delete" ? step.ids : step.ids.filter((id) => !deletedIds.has(id));
    return others.length === 0 ? [] : [{ ...step, ids: others }];
  });
  const emptied = new Set(remaining.flatMap((step) => (step.effect === "clear" ? step.ids : [])));
  if (deletedIds.size - ids.length + emptied.size > maxFollowing) throw new Problem("conflict", tooManyText);
  return remaining;
}

/** The ids of these rows to which a row refers by one of the relations that keep them from being deleted, with the first such relation. */
export async function keptByReferrers(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<Map<string, Pick<DeletionStep, "entity" | "field">>> {
  const relations = new Map<string, Pick<DeletionStep, "entity" | "field">>();
  const { tenantId } = context.principal;
  for (const { type, field, onDelete } of referrersOf(context, entity)) {
    if (onDelete !== "refuse" || ids.length === 0) continue;
    const other = context.entities.find(type);
    const store = storeOf(other);
    const condition = store.test(field, ({ column }) => sql`${column} = referred`);
    const rows = await tx.rows<{ id: string }>(
      sql`select referred as id from unnest(${sql.param([...ids])}::uuid[]) referred
        where exists (select 1 from ${store.from([])} where ${store.notDeleted(tenantId)} and ${condition})`,
    );
    for (const { id } of rows) if (!relations.has(id)) relations.set(id, { entity: other, field });
  }
  return relations;
}
