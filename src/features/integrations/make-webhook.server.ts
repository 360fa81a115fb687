import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import { secretOverlapDays, type Subscription } from "#kit/webhook.ts";
import webhook from "#entities/webhook.ts";
import { lockRows, patchRow } from "#records/change/patch.server.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { recordEvent } from "#server/identity/security-events.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { refuseAddress } from "./refuse-address.server.ts";
import { requireRoles } from "./require-roles.server.ts";
import { newWebhookSecret, sealSecret, unsealSecret } from "./webhook-secret.server.ts";

/** The maximum number of active webhooks of a space: every change is queued for each of them. */
const maxWebhooks = 20;

const texts = {
  many: {
    zh: "一个空间最多可有 {max} 个 Webhook，请先删除不再使用的",
    en: "A space can have up to {max} webhooks. Delete one first.",
  },
};

type NewWebhook = {
  name: string;
  address: string;
  events: readonly Subscription[];
  roles: readonly string[];
  requestId: string;
};

/**
 * Adds a webhook to the creator's space. Its secret is returned here only; the same `requestId` returns the same secret.
 * @throws {Problem} invalid for an insecure or private address; notFound when a role does not exist; conflict when the space has too many webhooks
 */
export async function makeWebhook(
  services: Services,
  principal: UserPrincipal,
  { requestId, roles, ...values }: NewWebhook,
): Promise<{ id: string; secret: string }> {
  await refuseAddress(services, values.address, "address");
  const { tenantId } = principal;
  const secret = newWebhookSecret(services.pepper, tenantId, requestId);
  return services.database.tenant(tenantId, async (tx) => {
    await tx.lock(`webhooks ${tenantId}`);
    const [row] = await tx.rows<{ existingId: string | null; webhookCount: number }>(sql`select
      (select id from webhook where tenant_id = ${tenantId}::uuid and request_id = ${requestId}::uuid and deleted_at is null) as "existingId",
      (select count(*)::int from webhook where tenant_id = ${tenantId}::uuid and deleted_at is null and events <> '[]') as "webhookCount"`);
    const { existingId, webhookCount } = row!;
    if (existingId !== null) return { id: existingId, secret };
    if (webhookCount >= maxWebhooks) throw new Problem("conflict", formatText(texts.many, { max: maxWebhooks }));
    const roleIds = await requireRoles(tx, tenantId, roles);
    const { id } = await insertRow(tx, asProgram(services, tenantId, principal), webhook, {
      values: { ...values, events: [...values.events], roles: roleIds, maker: principal.userName },
      internal: { secret: sealSecret(services.pepper, secret), makerId: principal.memberId, requestId },
    });
    await recordEvent(tx, services, { kind: "webhookMade", accountId: principal.accountId });
    return { id, secret };
  });
}

/**
 * Rotates the secret of a webhook. The previous secret also signs for `secretOverlapDays`, so that receivers have time to update theirs. The same
 * `requestId` returns the same secret.
 * @throws {Problem} notFound
 */
export async function rotateSecret(
  tx: Tx,
  services: Services,
  { principal, id, requestId }: { principal: UserPrincipal; id: string; requestId: string },
): Promise<string> {
  const { tenantId } = principal;
  const secret = newWebhookSecret(services.pepper, tenantId, requestId);
  const condition = sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid and deleted_at is null`;
  const [target] = await lockRows(tx, webhook, condition);
  if (target === undefined) throw new Problem("notFound", notFoundText);
  const previous = target.row.secret;
  if (unsealSecret(services.pepper, previous) === secret) return secret;
  await patchRow(tx, asProgram(services, tenantId, principal), webhook, target, {
    internal: {
      secret: sealSecret(services.pepper, secret),
      previousSecret: previous,
      previousUntil: sql`now() + make_interval(days => ${secretOverlapDays})`,
    },
  });
  await recordEvent(tx, services, { kind: "webhookSecretRotated", accountId: principal.accountId });
  return secret;
}
