import { sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import type { ChangeVerb } from "#kit/row-history.ts";
import { eventOfVerb, type Subscription } from "#kit/webhook.ts";
import { deliveriesTag } from "#server/postgres/tags.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import type { NewChange } from "./history.server.ts";

/**
 * Queues the deliveries of changes to webhooks in the transaction of the changes, so that deliveries exist exactly for committed changes. Webhooks
 * that are off get no deliveries; deliveries for paused webhooks wait.
 */
export async function queueDeliveries(
  tx: Tx,
  { type, isGrantable }: EntityDefinition,
  { verb, changes }: { verb: ChangeVerb; changes: readonly NewChange[] },
): Promise<void> {
  const event = eventOfVerb[verb];
  if (event === undefined || isGrantable === false) return;
  const subscription: Subscription[] = [{ entity: type, events: [event] }];
  const rows = changes.map(({ tenantId, rowId, version, after = {}, long = [] }) => ({
    tenantId,
    rowId,
    version,
    changed: [...Object.keys(after), ...long],
  }));
  const tenants = [...new Set(changes.map(({ tenantId }) => tenantId))];
  // IDs as `newId` makes them, one per change and webhook.
  const idPrefix = newId().slice(0, 15);
  const webhooks = await tx.rows<{ tenantId: string; webhookId: string }>(sql`with queued as (
      insert into webhook_delivery (id, tenant_id, webhook_id, event, entity, row_id, version, changed)
      select (${idPrefix} || substr(gen_random_uuid()::text, 16))::uuid, w.tenant_id, w.id, ${`${type}.${event}`}, ${type}, c."rowId", c.version, c.changed
      from webhook w join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as c("tenantId" uuid, "rowId" uuid, version int, changed text[]) on c."tenantId" = w.tenant_id
      where w.tenant_id = any(${sql.param(tenants)}::uuid[]) and w.deleted_at is null and w.status <> 'off'
        and w.events @> ${JSON.stringify(subscription)}::jsonb
      returning tenant_id, webhook_id
    ) select distinct tenant_id as "tenantId", webhook_id as "webhookId" from queued`);
  for (const { tenantId, webhookId } of webhooks) await tx.notifyChanged(deliveriesTag(tenantId, webhookId));
}
