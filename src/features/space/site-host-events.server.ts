import { sql } from "drizzle-orm";
import { type SiteHostProblem, siteHostProblemTexts } from "#kit/site-host.ts";
import site from "#entities/site.ts";
import { type NewEvent, recordEvent } from "#records/change/history.server.ts";
import type { Author } from "#records/registry/row-context.server.ts";
import { administratorsOf } from "#server/identity/member-principal.server.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** A name that a space has added, whether proved or not. */
export type Claim = { id: string; tenantId: string; host: string };

type HostEvent = Extract<NewEvent["verb"], `host${string}`>;

/** Records what happened with a custom domain in the audit log of its space, as an event of its site. */
export async function logSiteHost(
  tx: Tx,
  author: Author,
  { tenantId, host }: Omit<Claim, "id">,
  verb: HostEvent,
): Promise<void> {
  const [siteRow] = await tx.rows<{ id: string }>(
    sql`select id from site where tenant_id = ${tenantId}::uuid and deleted_at is null order by created_at limit 1`,
  );
  await recordEvent(tx, author, site, { verb, tenantId, rowId: siteRow?.id ?? null, subject: host });
}

type Loss = { problem: SiteHostProblem; daysLeft?: number };

/** Notifies the administrators of a space that a custom domain has stopped working, or stops in `daysLeft` days. */
export async function notifyOfLostProof(
  tx: Tx,
  { id, tenantId, host }: Claim,
  { problem, daysLeft }: Loss,
): Promise<void> {
  const memberIds = await administratorsOf(tx, tenantId);
  const content = { host, detail: siteHostProblemTexts[problem], ...(daysLeft !== undefined && { days: daysLeft }) };
  const event = daysLeft === undefined ? "domain.stopped" : "domain.unproved";
  await addNotices(tx, { tenantId, memberIds }, { event, about: id, content, url: "/paas/user/setting" });
}
