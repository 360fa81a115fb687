import { sql } from "drizzle-orm";
import clientLog from "#entities/clientLog.ts";
import type { Services } from "#kit/call.ts";
import { maxReportLength, reportLimits } from "#kit/client-log.ts";
import { firstCharacters } from "#kit/text-length.ts";
import { lockRows, patchRows } from "#records/change/patch.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { asProgram, upkeepAuthor } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** Spaces, and characters that end a line or command a terminal. */
const spacesAndControls = /[\s\p{Cc}]+/gu;

/** A report as one line of text. */
const asLine = (text: string, length: number): string =>
  firstCharacters(text.replace(spacesAndControls, " ").trim(), length);

/** Keeps a report for the administrators of the space. Reports beyond the limit of the space are not kept, so that nobody can fill the database. */
export async function addReport(
  services: Services,
  tenantId: string,
  { message, userAgent }: { message: string; userAgent: string },
): Promise<void> {
  const line = asLine(message, maxReportLength);
  if (line === "") return;
  await services.database.tenant(tenantId, async (tx) => {
    await tx.lock(`client log ${tenantId}`);
    // Deleted reports count until they are removed from the trash.
    const [kept] = await tx.rows<{ count: number }>(
      sql`select count(*)::int as count from client_log where tenant_id = ${tenantId}::uuid`,
    );
    if (kept!.count >= reportLimits.count) return;
    const values = { message: line, browser: asLine(userAgent, 200) || null };
    await insertRow(tx, asProgram(services, tenantId, "visitor"), clientLog, { values });
  });
}

/** Moves reports of all spaces that are older than 30 days to the trash, at most `limit`. Returns how many. */
export async function expireReports(tx: Tx, limit: number): Promise<number> {
  const isOld = sql`created_at < now() - ${`${reportLimits.days} days`}::interval and deleted_at is null`;
  const reports = await lockRows(tx, clientLog, isOld, limit);
  await patchRows(tx, upkeepAuthor, clientLog, reports, { deleted: true });
  return reports.length;
}
