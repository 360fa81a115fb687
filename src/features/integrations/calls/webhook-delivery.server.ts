import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { attemptOutput, deliveryOutput } from "../delivery-output.server.ts";
import { readDelivery } from "../webhook-log.server.ts";

const webhookDelivery = defineCall({
  method: "GET",
  path: "paas/webhook/delivery",
  envelope: "data",
  title: {
    zh: "查看一次推送",
    en: "Get a delivery of a webhook: its attempts, the request and the beginning of the response",
  },
  access: administrator,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({
    ...deliveryOutput,
    webhookId: z.string(),
    attempts: z.array(attemptOutput),
    request: z.string().nullable(),
    answer: z.string().nullable(),
  }),
  async run({ id }, { principal, services }) {
    const { tenantId } = principal;
    const delivery = await services.database.tenant(tenantId, (tx) => readDelivery(tx, { tenantId, id }));
    if (delivery === undefined) throw new Problem("notFound", notFoundText);
    return delivery;
  },
});

export default webhookDelivery;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/webhook/delivery": typeof webhookDelivery;
  }
}
