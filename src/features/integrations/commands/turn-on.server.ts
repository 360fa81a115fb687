import { administrator } from "#kit/access.ts";
import webhook from "#entities/webhook.ts";
import { patchRows } from "#records/change/patch.server.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { deliveriesTag } from "#server/postgres/tags.server.ts";

/** Turns the webhook on and makes the caller its creator. Deliveries queued during a pause are sent too. */
export default defineRowCommand({
  id: "turnOn",
  entity: webhook,
  name: { zh: "启用", en: "Turn on" },
  icon: "link",
  access: administrator,
  // As for creating a webhook: from now on it sends data out of the space on this person's behalf.
  stepUp: true,
  isBatch: true,
  if: { field: "status", op: "ne", value: "active" },
  async run({ tx, context }, rows) {
    const { principal } = context;
    await patchRows(tx, context, webhook, rows, {
      values: { status: "active", maker: principal.userName },
      internal: { makerId: principal.memberId },
    });
    for (const { tenantId, row } of rows) await tx.notifyChanged(deliveriesTag(tenantId, row.id));
    return { text: { zh: "Webhook 已启用", en: "Webhook turned on" }, kind: "success" };
  },
});
