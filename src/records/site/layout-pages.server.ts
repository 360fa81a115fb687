import { sql } from "drizzle-orm";
import type { StoredPage } from "#kit/page.ts";
import type { Read } from "#server/postgres/database.server.ts";
import { shownCondition } from "./publish.server.ts";

/** The published layout pages of a tenant without their records, the first published first. They give their settings to the pages of their clients. */
export async function layoutPages(read: Read, tenantId: string): Promise<StoredPage[]> {
  const rows = await read<{ document: StoredPage }>(sql`
    select jsonb_build_object('schema', 1, 'setting', s.document -> 'setting', 'records', '{}'::jsonb) as document
    from page p join page_snapshot s on s.tenant_id = p.tenant_id and s.id = p.snapshot_id
    where s.tenant_id = ${tenantId}::uuid and s.is_layout and p.deleted_at is null and ${shownCondition(tenantId)}
    order by s.only_theme_id is null, p.created_at limit 20`);
  return rows.map(({ document }) => document);
}
