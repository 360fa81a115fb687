import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { webhookEvents } from "#kit/webhook.ts";
import { makeWebhook } from "../make-webhook.server.ts";

const makeWebhookCall = defineCall({
  method: "POST",
  path: "paas/webhook/make",
  envelope: "data",
  title: { zh: "创建 Webhook", en: "Create a webhook; only this call returns its secret" },
  access: administrator,
  stepUp: true,
  limit: { max: 20, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({
    name: z.string().trim().min(1).max(60),
    address: z.string().trim().min(1).max(500),
    events: z
      .array(z.strictObject({ entity: z.string().max(60), events: z.array(z.enum(webhookEvents)).min(1).max(4) }))
      .min(1)
      .max(100),
    roles: z.array(z.uuid()).min(1).max(20),
    /** A UUID made by the client: repeating the call with it returns the same webhook. */
    requestId: z.uuid(),
  }),
  output: z.object({ id: z.string(), secret: z.string() }),
  run: (input, { principal, services }) => makeWebhook(services, principal, input),
});

export default makeWebhookCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/webhook/make": typeof makeWebhookCall;
  }
}
