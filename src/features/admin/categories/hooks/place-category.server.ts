import { sql } from "drizzle-orm";
import relationTree from "#entities/relationTree.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import { defineHook } from "#records/change/hooks.server.ts";
import { positionAtEnd } from "#records/change/move.server.ts";
import { lockTree } from "#records/change/tree.server.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";

/** Maximum categories of a space: as many as a whole tree can be read of. */
const maxCategories = 10_000;
const tooManyText = formatText(
  { zh: "一个空间最多 {n} 个分类", en: "A space can have up to {n} categories" },
  { n: maxCategories },
);

/** Places a new category after the last one with the same parent. */
export default defineHook({
  entity: relationTree,
  async add({ tx, principal: { tenantId }, values }, insert) {
    await lockTree(tx, tenantId, relationTree);
    const [counted] = await tx.rows<{ count: number }>(
      sql`select count(*)::int as count from ${tableSql(relationTree)} where tenant_id = ${tenantId}::uuid and deleted_at is null`,
    );
    if (counted!.count >= maxCategories) throw new Problem("conflict", tooManyText);
    // Another value is refused when the row is added.
    const parent = uuidPattern.test(String(values.parent)) ? String(values.parent) : null;
    return insert({ values: { position: await positionAtEnd(tx, relationTree, tenantId, parent) } });
  },
});
