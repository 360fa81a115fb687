import { sql } from "drizzle-orm";
import { forbiddenText, signInFirstText } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { undoMinutes } from "#kit/row-history.ts";
import type { Text } from "#kit/text.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { entityKey } from "./history.server.ts";
import { lockRows } from "./patch.server.ts";
import { asSaveProblem } from "./refusals.server.ts";
import { restoreLocked } from "./trash.server.ts";

const goneText: Text = { zh: "没有可撤销的删除", en: "There is nothing to undo" };
const lateText: Text = { zh: "已超过可撤销的时间", en: "It is too late to undo this" };
const changedText: Text = {
  zh: "数据已有变化，无法撤销",
  en: "These records have changed since, so this cannot be undone",
};

type Deletion = { rowId: string; version: number; isSelf: boolean; isLate: boolean };

/**
 * Undoes a deletion: restores all of its rows or none. Only the person who deleted them may, for `undoMinutes`.
 * @throws {Problem} notFound; forbidden for a deletion by somebody else; conflict when it is too late, when a row has changed since,
 * when its unique values are taken, or when a row that it refers to was deleted
 */
export async function undoDeletion(
  database: Database,
  by: RowContext,
  entity: EntityDefinition,
  group: string,
): Promise<number> {
  const { who } = by;
  guard(who, entity, "delete");
  if (who.kind !== "user") throw new Problem("unauthenticated", signInFirstText);
  const { tenantId, memberId } = who;
  try {
    return await database.tenant(tenantId, async (tx) => {
      const deletions =
        await tx.rows<Deletion>(sql`select row_id as "rowId", version, member_id is not distinct from ${memberId}::uuid as "isSelf",
          created_at < now() - make_interval(mins => ${undoMinutes}) as "isLate"
        from row_change where tenant_id = ${tenantId}::uuid and group_id = ${group}::uuid and verb = 'delete' and entity = ${entityKey(entity)}`);
      if (deletions.length === 0) throw new Problem("notFound", goneText);
      if (!deletions.every(({ isSelf }) => isSelf)) throw new Problem("forbidden", forbiddenText);
      if (deletions.some(({ isLate }) => isLate)) throw new Problem("conflict", lateText);
      const versions = new Map(deletions.map(({ rowId, version }) => [rowId, version]));
      const ids = sql.param([...versions.keys()]);
      const found = await lockRows(
        tx,
        entity,
        sql`${rowsFor(who, entity, "delete", "deleted")} and id = any(${ids}::uuid[])`,
      );
      const rows = found.map(({ row }) => row);
      const isSame = rows.length === versions.size && rows.every(({ id, version }) => version === versions.get(id));
      if (!isSame) throw new Problem("conflict", changedText);
      await restoreLocked(tx, by, entity, found);
      return rows.length;
    });
  } catch (error) {
    throw asSaveProblem(entity, error);
  }
}
