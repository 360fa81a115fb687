import { sql } from "drizzle-orm";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import { snakeCase } from "#server/postgres/columns.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { lockTree } from "./tree.server.ts";

/** Keys consist of digits only, which every collation of the database orders in the same way. */
export const digits = "0123456789";

/** Maximum rows of a tree: as many as are read at once as a whole (describe/tree.server.ts). */
const maxRows = 10_000;
const tooManyText = { zh: "“{name}”最多 {n} 条", en: "{name} can have up to {n} records" };

/** The fields that make an ordered tree of an entity's rows. @throws for an entity without them */
export function treeFields({ type, tree }: EntityDefinition): { parent: string; position: string } {
  if (tree?.position === undefined) throw new Error(`The rows of ${type} form no ordered tree.`);
  return { parent: tree.parent, position: tree.position };
}

export type Sibling = { id: string; position: string | null };

/** Whether a text is a key. A row that was not added or moved through this file, such as an imported one, may have another text. */
function isKey(text: string | null): boolean {
  try {
    return text !== null && generateKeyBetween(text, undefined, digits, digits) > text;
  } catch {
    return false;
  }
}

/** The children of a row, or the roots, in their order. `position`: null for a row without a valid key. */
export async function siblingsOf(
  tx: Tx,
  entity: EntityDefinition,
  tenantId: string,
  parent: string | null,
): Promise<Sibling[]> {
  const fields = treeFields(entity);
  const [parentColumn, position] = [fields.parent, fields.position].map((name) => sql.identifier(snakeCase(name)));
  const rows = await tx.rows<Sibling>(
    sql`select id, ${position} as position from ${tableSql(entity)}
      where tenant_id = ${tenantId}::uuid and deleted_at is null and ${parent === null ? sql`${parentColumn} is null` : sql`${parentColumn} = ${parent}::uuid`}
      order by ${position} nulls last, id`,
  );
  return rows.map((row) => ({ ...row, position: isKey(row.position) ? row.position : null }));
}

/** Without a parent in the values, a row is a root. */
const parentOf = (values: AnyValues, field: string): string | null => {
  const parent = values[field] ?? null;
  return typeof parent === "string" ? parent : null;
};

/**
 * New rows with their positions: after the last row with the same parent, in the order of `rows`. Rows of an entity without an ordered tree stay as they are.
 * @throws {Problem} conflict for more rows than a tree may have
 */
export async function withPositions<R extends { values: AnyValues }>(
  tx: Tx,
  entity: EntityDefinition,
  tenantId: string,
  rows: readonly R[],
): Promise<R[]> {
  if (entity.tree?.position === undefined) return [...rows];
  const { parent, position } = treeFields(entity);
  await lockTree(tx, tenantId, entity);
  const [counted] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from ${tableSql(entity)} where tenant_id = ${tenantId}::uuid and deleted_at is null`,
  );
  if (counted!.count + rows.length > maxRows) {
    const name = entity.listName ?? entity.name;
    throw new Problem("conflict", {
      zh: formatText(tooManyText, { name: name.zh, n: maxRows }).zh,
      en: formatText(tooManyText, { name: name.en, n: maxRows }).en,
    });
  }
  const placed = new Map<R, R>();
  for (const [parentId, children] of Map.groupBy(rows, ({ values }) => parentOf(values, parent))) {
    const siblings = await siblingsOf(tx, entity, tenantId, parentId);
    const last = siblings.findLast((sibling) => sibling.position !== null)?.position ?? undefined;
    const keys = generateNKeysBetween(last, undefined, children.length, digits, digits);
    for (const [index, row] of children.entries())
      placed.set(row, { ...row, values: { ...row.values, [position]: keys[index]! } });
  }
  return rows.map((row) => placed.get(row)!);
}
