import { sql } from "drizzle-orm";
import { maxCountedFindings } from "#kit/governance.ts";
import type { LocalizedValue } from "#kit/text.ts";
import { spaceName } from "#records/site/site.server.ts";
import { defineCheck } from "../define-check.server.ts";

export default defineCheck({
  id: "spaces-without-administrator",
  kinds: ["admin"],
  title: { zh: "没有管理员的空间", en: "Spaces without an administrator" },
  advice: {
    zh: "没有人能管理这些空间的成员和设置。",
    en: "Nobody can manage the members and settings of these spaces.",
  },
  severity: "error",
  async inRows({ services }) {
    const spaces = await services.database.read<{ id: string; title: LocalizedValue<string> }>(
      "*",
      sql`select t.id, ${spaceName} as title from tenant t where not exists (
          select from member m join account a on a.id = m.account_id
          where m.tenant_id = t.id and m.is_administrator and m.deleted_at is null and m.status = 'active' and not a.is_disabled)
        order by t.id limit ${maxCountedFindings}`,
    );
    return {
      findings: spaces.map(({ id, title }) => ({
        key: "administrator",
        subject: { type: "space", id, title },
        text: { zh: "没有可以登录的管理员", en: "No administrator can sign in" },
      })),
      next: null,
    };
  },
});
