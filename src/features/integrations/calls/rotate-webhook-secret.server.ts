import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { rotateSecret } from "../make-webhook.server.ts";

const rotateWebhookSecret = defineCall({
  method: "POST",
  path: "paas/webhook/rotateSecret",
  envelope: "data",
  title: {
    zh: "更换 Webhook 的签名密钥",
    en: "Give a webhook a new secret, which only this call returns; the previous one also signs for one more day",
  },
  access: administrator,
  stepUp: true,
  limit: { max: 20, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({
    id: z.uuid(),
    /** A UUID made by the client: repeating the call with it returns the same secret. */
    requestId: z.uuid(),
  }),
  output: z.object({ secret: z.string() }),
  run: (input, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => ({
      secret: await rotateSecret(tx, services, { ...input, principal }),
    })),
});

export default rotateWebhookSecret;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/webhook/rotateSecret": typeof rotateWebhookSecret;
  }
}
