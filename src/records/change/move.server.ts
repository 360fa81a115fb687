import { sql } from "drizzle-orm";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { guard } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { changeRows } from "./bulk.server.ts";
import { lockRows } from "./patch.server.ts";
import { notFoundText } from "./refusals.server.ts";
import { updateLockedRow } from "./save.server.ts";
import { lockTree } from "./tree.server.ts";
import { digits, siblingsOf, treeFields } from "./tree-order.server.ts";

/** Length from which on all siblings get new keys. */
const maxKeyLength = 100;

const changedPlaceText = { zh: "目标位置已变化，请刷新后重试", en: "The target has changed. Reload and try again." };
const forbiddenText = { zh: "您不能移动此数据", en: "You cannot move this record" };

/** A key between two; undefined when they leave no room for a short one. */
function keyBetween(before: string | null | undefined, after: string | null | undefined): string | undefined {
  // Null: a row without a key. Undefined: no row.
  if (before === null || after === null || (before !== undefined && after !== undefined && before >= after))
    return undefined;
  const key = generateKeyBetween(before, after, digits, digits);
  return key.length > maxKeyLength ? undefined : key;
}

/** Gives siblings new keys. `order`: their ids, and that of the row that moves among them. Returns its key. */
async function renumber(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  { order, id }: { order: readonly string[]; id: string },
): Promise<string> {
  const keys = generateNKeysBetween(undefined, undefined, order.length, digits, digits);
  const keyOf = new Map(order.map((sibling, index) => [sibling, keys[index]!]));
  const others = order.filter((sibling) => sibling !== id);
  const { tenantId } = context.principal;
  const targets = await lockRows(
    tx,
    entity,
    sql`tenant_id = ${tenantId}::uuid and id = any(${sql.param(others)}::uuid[])`,
  );
  const changes = targets.map((target) => ({
    target,
    values: { [treeFields(entity).position]: keyOf.get(target.row.id)! },
  }));
  await changeRows(tx, context, entity, { changes, group: newId() });
  return keyOf.get(id)!;
}

/**
 * Moves a row of a tree below `parent`, or to the roots for null, in front of its child `before`, or to the end for null.
 * @throws {Problem} forbidden; notFound; conflict when `before` is not there any more; invalid for a place below itself
 */
export async function moveRow(
  tx: Tx,
  context: RowContext,
  entity: EntityDefinition,
  { id, parent, before }: { id: string; parent: string | null; before: string | null },
): Promise<AnyRow> {
  const { principal } = context;
  const fields = treeFields(entity);
  guard(principal, entity, "update");
  if (!viewOf(principal, entity).writable.update.has(fields.parent)) throw new Problem("forbidden", forbiddenText);
  await lockTree(tx, principal.tenantId, entity);
  const [target] = await lockRows(
    tx,
    entity,
    sql`${permittedRowsSql(principal, entity, "update")} and id = ${id}::uuid`,
  );
  if (target === undefined) throw new Problem("notFound", notFoundText);
  const siblings = (await siblingsOf(tx, entity, principal.tenantId, parent)).filter((sibling) => sibling.id !== id);
  const index = before === null ? siblings.length : siblings.findIndex((sibling) => sibling.id === before);
  if (index === -1) throw new Problem("conflict", changedPlaceText);
  const ids = siblings.map((sibling) => sibling.id);
  const position =
    keyBetween(siblings[index - 1]?.position, siblings[index]?.position) ??
    (await renumber(tx, context, entity, { order: ids.toSpliced(index, 0, id), id }));
  const values = { [fields.parent]: parent, [fields.position]: position };
  return updateLockedRow(tx, context, entity, target, { version: target.row.version, values });
}
