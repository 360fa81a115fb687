import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { deliveryStates } from "#kit/webhook.ts";
import { readRow } from "#records/query/list.server.ts";
import webhook from "#entities/webhook.ts";
import { readDeliveries } from "../webhook-log.server.ts";
import { deliveryOutput } from "../delivery-output.server.ts";

const pageSize = 50;

const webhookDeliveries = defineCall({
  method: "GET",
  path: "paas/webhook/deliveries",
  envelope: "data",
  title: { zh: "查看 Webhook 的推送记录", en: "List the deliveries of a webhook, latest first" },
  access: administrator,
  input: z.strictObject({ id: z.uuid(), state: z.enum(deliveryStates).optional(), before: z.uuid().optional() }),
  output: z.strictObject({
    deliveries: z.array(z.strictObject(deliveryOutput)),
    next: z.string().nullable(),
  }),
  async run({ id, ...query }, { principal, services }) {
    await readRow(services.database, principal, webhook, id);
    const { tenantId } = principal;
    const rows = await services.database.tenant(tenantId, (tx) =>
      readDeliveries(tx, { tenantId, webhookId: id }, { ...query, limit: pageSize + 1 }),
    );
    const deliveries = rows.slice(0, pageSize);
    return { deliveries, next: rows.length > pageSize ? deliveries.at(-1)!.id : null };
  },
});

export default webhookDeliveries;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/webhook/deliveries": typeof webhookDeliveries;
  }
}
