import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { keyLifetimes } from "#kit/api-key.ts";
import { makeApiKey } from "../make-api-key.server.ts";

const makeKey = defineCall({
  method: "POST",
  path: "paas/apiKey/make",
  envelope: "data",
  title: { zh: "创建 API 密钥", en: "Create an API key; only this call returns it" },
  access: administrator,
  stepUp: true,
  limit: { max: 20, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({
    name: z.string().trim().min(1).max(60),
    roles: z.array(z.uuid()).min(1).max(20),
    days: z.literal(keyLifetimes),
    /** A UUID made by the client: repeating the call with it returns the same key. */
    requestId: z.uuid(),
  }),
  output: z.object({ key: z.string() }),
  run: (input, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => ({
      key: await makeApiKey(tx, services, { ...input, principal }),
    })),
});

export default makeKey;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/apiKey/make": typeof makeKey;
  }
}
