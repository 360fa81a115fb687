import { sql } from "drizzle-orm";
import site from "#entities/site.ts";
import { textIn, type Locale } from "#kit/text.ts";
import { recordAuditEvent } from "#records/change/history.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** Records an export or an import in the audit log; the row of the event is the site of the space. Returns the name of the space. */
export async function recordTransfer(
  tx: Tx,
  context: RowContext & { locale: Locale },
  { verb, subject }: { verb: "configurationExport" | "configurationImport"; subject?: string },
): Promise<string> {
  const { tenantId } = context.principal;
  const [row] = await tx.rows<{ id: string; name: unknown }>(
    sql`select id, name from site where tenant_id = ${tenantId}::uuid and deleted_at is null order by created_at limit 1`,
  );
  const event = { verb, tenantId, rowId: row?.id ?? null, ...(subject ? { subject } : {}) };
  await recordAuditEvent(tx, context, site, event);
  return textIn(row?.name, context.locale);
}
