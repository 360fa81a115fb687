import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";

/** The kinds of events; `true`: an alarm, for immediate attention. */
const kinds = {
  accountUnderAttack: true,
  networkBlocked: true,
  newDevice: false,
  twoStepOn: false,
  twoStepOff: false,
  recoveryCodesMade: false,
  recoveryCodeUsed: false,
  spaceBorrowed: false,
  apiKeyMade: false,
  webhookMade: false,
  webhookSecretRotated: false,
} as const;
type SecurityEvent = {
  kind: keyof typeof kinds;
  accountId?: string | undefined;
  source?: string | undefined;
  /** At most one event of this kind per subject and hour or day. */
  dedupe?: { subject: string; span: "hour" | "day" };
};

/** Retention of events, and of the exact network address in them. */
const retentionPeriod = "180 days";
const exactSourcePeriod = "30 days";

/** Records an event, counts it, and logs alarms. False for a duplicate according to `dedupe`, which is not recorded. */
export async function recordEvent(
  tx: Tx,
  { log, metrics }: Pick<Services, "log" | "metrics">,
  { kind, accountId, source, dedupe }: SecurityEvent,
): Promise<boolean> {
  const unit = dedupe?.span ?? "hour";
  const key = dedupe === undefined ? null : `${kind} ${dedupe.subject} `;
  const added = await tx.rows(sql`insert into security_event (id, kind, account_id, source, once)
    values (${newId()}::uuid, ${kind}, ${accountId ?? null}::uuid, ${source ?? null}, ${key}::text || date_trunc(${unit}, now())::text)
    on conflict (once) do nothing returning id`);
  if (added.length === 0) return false;
  tx.afterCommit(() => {
    metrics.countSecurityEvent(kind);
    if (kinds[kind]) log.warn({ kind, accountId, source }, "security alarm");
  });
  return true;
}

/** Removes expired events. */
export const purgeSecurityEvents = (tx: Tx, limit: number) =>
  deleteRows(tx, "security_event", sql`created_at < now() - ${retentionPeriod}::interval`, limit);

/**
 * Shortens the network addresses of older events to /24 and /48 networks, and clears `once`, which may contain the exact address. Returns the number
 * of changed events.
 */
export async function shortenSources(tx: Tx, limit: number): Promise<number> {
  const shortened = await tx.rows(sql`update security_event set once = null,
      source = regexp_replace(regexp_replace(source, '^([0-9]+\\.[0-9]+\\.[0-9]+)\\.[0-9]+$', '\\1.0/24'), '^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::/64$', '\\1::/48')
    where id in (select id from security_event where created_at < now() - ${exactSourcePeriod}::interval
      and (once is not null or source ~ '(\\.[1-9][0-9]*|::/64)$') limit ${limit}) returning 1`);
  return shortened.length;
}
