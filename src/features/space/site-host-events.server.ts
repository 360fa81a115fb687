import { sql } from "drizzle-orm";
import { type SiteHostProblem, siteHostProblemTexts } from "#kit/site-host.ts";
import site from "#entities/site.ts";
import { type NewEvent, recordAuditEvent } from "#records/change/history.server.ts";
import type { Author } from "#records/registry/row-context.server.ts";
import { administratorIdsOf } from "#server/identity/member-principal.server.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** A custom domain that a space has added, whether proved or not. */
export type Claim = { id: string; tenantId: string; host: string };

type SiteHostEvent = Extract<NewEvent["verb"], `host${string}`>;

/** Records an event of a custom domain in the audit log of its space; the row of the event is the space's site. */
export async function logSiteHostEvent(
  tx: Tx,
  author: Author,
  { tenantId, host }: Omit<Claim, "id">,
  verb: SiteHostEvent,
): Promise<void> {
  const [siteRow] = await tx.rows<{ id: string }>(
    sql`select id from site where tenant_id = ${tenantId}::uuid and deleted_at is null order by created_at limit 1`,
  );
  await recordAuditEvent(tx, author, site, { verb, tenantId, rowId: siteRow?.id ?? null, subject: host });
}

/** Why a domain is no longer proved. Without `daysLeft` it has stopped working. */
type LostProof = { problem: SiteHostProblem; daysLeft?: number };

/** Notifies the administrators of a space that a custom domain has stopped working, or stops in `daysLeft` days. */
export async function notifyOfLostProof(
  tx: Tx,
  { id, tenantId, host }: Claim,
  { problem, daysLeft }: LostProof,
): Promise<void> {
  const memberIds = await administratorIdsOf(tx, tenantId);
  const content = { host, detail: siteHostProblemTexts[problem], ...(daysLeft !== undefined && { days: daysLeft }) };
  const event = daysLeft === undefined ? "domain.stopped" : "domain.unproved";
  await addNotices(tx, { tenantId, memberIds }, { event, about: id, content, url: "/paas/user/setting" });
}
