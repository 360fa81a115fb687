import { sql } from "drizzle-orm";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, type Text } from "#kit/text.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import { snakeCase } from "#server/postgres/columns.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { invalidText } from "./check.server.ts";

/** Maximum levels of a tree. */
export const maxLevels = 20;

const cycleText: Text = {
  zh: "不能移到自身或其下级之下",
  en: "A record cannot be placed below itself or one of its descendants",
};
const depthText = formatText({ zh: "最多 {n} 级", en: "A tree can have up to {n} levels" }, { n: maxLevels });

/** Waits for other changes of a tree, and has later ones wait for this transaction. */
export const lockTree = (tx: Tx, tenantId: string, { type }: EntityDefinition): Promise<void> =>
  tx.lock(`tree ${type} ${tenantId}`);

type Changed = { target: { tenantId: string; row: { id: string } }; values: AnyValues };

/**
 * Checks rows whose parent has been written in this transaction, and restored rows.
 * @throws {Problem} invalid for a row below itself, and for a tree that is too deep
 */
export async function refuseInvalidTree(tx: Tx, entity: EntityDefinition, changes: readonly Changed[]): Promise<void> {
  const { tree } = entity;
  if (tree === undefined) return;
  const moved = changes.filter(({ values }) => (values[tree.parent] ?? null) !== null);
  const [table, parent] = [tableSql(entity), sql.identifier(snakeCase(tree.parent))];
  for (const [tenantId, ofSpace] of Map.groupBy(moved, ({ target }) => target.tenantId)) {
    // Of two changes at the same time that would close a cycle together, the later one finds the earlier one.
    await lockTree(tx, tenantId, entity);
    const ids = sql`${sql.param(ofSpace.map(({ target }) => target.row.id))}::uuid[]`;
    const isOfTree = sql`t.tenant_id = ${tenantId}::uuid and t.deleted_at is null`;
    const [found] = await tx.rows<{ isCyclic: boolean | null; levels: number | null }>(
      sql`with recursive up as (
          select t.id as start, t.${parent} as above, 1 as level from ${table} t where ${isOfTree} and t.id = any(${ids})
          union select up.start, t.${parent}, up.level + 1 from up join ${table} t on t.id = up.above
            where ${isOfTree} and up.level <= ${maxLevels} and up.above <> up.start
        ), down as (
          select t.id as start, t.id, 0 as level from ${table} t where ${isOfTree} and t.id = any(${ids})
          union select down.start, t.id, down.level + 1 from down join ${table} t on t.${parent} = down.id
            where ${isOfTree} and down.level <= ${maxLevels}
        )
        select bool_or(above.is_cyclic) as "isCyclic", max(above.level + below.level) as levels
          from (select start, bool_or(above = start) as is_cyclic, max(level) as level from up group by start) above
          join (select start, max(level) as level from down group by start) below using (start)`,
    );
    const problem = found?.isCyclic === true ? cycleText : (found?.levels ?? 0) > maxLevels ? depthText : undefined;
    if (problem !== undefined) throw new Problem("invalid", invalidText, { fields: { [tree.parent]: problem } });
  }
}
