import { sql } from "drizzle-orm";
import type { FindingSubject } from "#kit/governance.ts";
import { isSystemPath, pageAliases } from "#kit/page-path.ts";
import { formatText } from "#kit/text.ts";
import { lowestId } from "../runs.server.ts";
import { defineCheck } from "../define-check.server.ts";

const text = { zh: "没有链接通向 {path}", en: "No link leads to {path}" };
const homePath = pageAliases.get("")!;

export default defineCheck({
  id: "unused-pages",
  kinds: ["site"],
  title: { zh: "没有入口的页面", en: "Pages without links" },
  advice: {
    zh: "只有知道网址的访客才能打开。请添加链接，或移入回收站。广告落地页可以忽略。",
    en: "Only visitors who know the address find them. Link to them, or move them to the trash. Landing pages of campaigns can stay.",
  },
  severity: "hint",
  async inRows({ tx, tenantId, runId, after, size }) {
    const pages = await tx.rows<FindingSubject & { path: string }>(sql`
      select p.id, 'page' as type, p.title, s.path from page p join page_snapshot s on s.tenant_id = p.tenant_id and s.id = p.snapshot_id
      where p.tenant_id = ${tenantId}::uuid and p.deleted_at is null and p.theme is null and not s.is_layout and p.id > ${after ?? lowestId}::uuid
        and not exists (select from governance_link l where l.run_id = ${runId}::uuid and l.path = s.path)
        and not exists (select from menu m where m.tenant_id = p.tenant_id and m.deleted_at is null and strpos(lower(m.groups::text), '"' || s.path || '"') > 0)
      order by p.id limit ${size}`);
    return {
      findings: pages
        .filter(({ path }) => path !== homePath && !isSystemPath(path))
        .map(({ path, ...subject }) => ({ key: path, subject, text: formatText(text, { path }), mend: true })),
      next: pages.length < size ? null : pages.at(-1)!.id,
    };
  },
  mend: { name: { zh: "移入回收站", en: "Move to trash" }, deletes: "page" },
});
