import { sql } from "drizzle-orm";
import { maxCountedFindings } from "#kit/governance.ts";
import { pageAliases } from "#kit/page-path.ts";
import type { LocalizedValue } from "#kit/text.ts";
import { spaceName } from "#records/site/site.server.ts";
import { defineCheck } from "../define-check.server.ts";

export default defineCheck({
  id: "spaces-without-home",
  kinds: ["admin"],
  title: { zh: "没有首页的空间", en: "Spaces without a home page" },
  advice: {
    zh: "访问这些网站的人会看到“页面不存在”。",
    en: "Visitors of these sites see “Page not found”.",
  },
  severity: "warning",
  async inRows({ services }) {
    const spaces = await services.database.read<{ id: string; title: LocalizedValue<string> }>(
      "*",
      sql`select t.id, ${spaceName} as title from tenant t where not exists (
          select from page p join page_snapshot s on s.tenant_id = p.tenant_id and s.id = p.snapshot_id
          where p.tenant_id = t.id and p.deleted_at is null and s.path = ${pageAliases.get("")!})
        order by t.id limit ${maxCountedFindings}`,
    );
    return {
      findings: spaces.map(({ id, title }) => ({
        key: "home",
        subject: { type: "space", id, title },
        text: { zh: "没有已发布的首页", en: "No published home page" },
      })),
      next: null,
    };
  },
});
