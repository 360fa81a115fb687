import { sql } from "drizzle-orm";
import { maxCountedFindings } from "#kit/governance.ts";
import { defineCheck } from "../define-check.server.ts";

export default defineCheck({
  id: "lasting-keys",
  kinds: ["site"],
  title: { zh: "永不过期的 API 密钥", en: "API keys without an expiry date" },
  advice: {
    zh: "泄露后会一直有效。请新建有到期时间的密钥替换。",
    en: "A leaked one works for ever. Replace it with a key that expires.",
  },
  severity: "warning",
  async inRows({ tx, tenantId }) {
    const keys = await tx.rows<{ id: string; name: string }>(sql`select id, name from api_key
      where tenant_id = ${tenantId}::uuid and deleted_at is null and expires_at is null order by id limit ${maxCountedFindings}`);
    return {
      findings: keys.map(({ id, name }) => ({
        key: "lasting",
        subject: { type: "apiKey", id, title: { zh: name, en: name } },
        text: { zh: "没有到期时间", en: "Has no expiry date" },
      })),
      next: null,
    };
  },
});
