import { sql } from "drizzle-orm";
import collectData from "#entities/collectData.ts";
import { viewLimits } from "#kit/joined-view.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import { defineHook } from "#records/change/hooks.server.ts";

const tooManyText = formatText(
  { zh: "一个空间最多 {n} 个数据视图", en: "A space can have up to {n} data views" },
  { n: viewLimits.views },
);

/** Limits the number of views of a space. */
export default defineHook({
  entity: collectData,
  async add({ tx, principal: { tenantId } }, insert) {
    await tx.lock(`data views ${tenantId}`);
    const [counted] = await tx.rows<{ count: number }>(
      sql`select count(*)::int as count from collect_data where tenant_id = ${tenantId}::uuid and deleted_at is null`,
    );
    if (counted!.count >= viewLimits.views) throw new Problem("conflict", tooManyText);
    return insert();
  },
});
