import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { removeProvider } from "../provider-settings.server.ts";

const removeProviderCall = defineCall({
  method: "POST",
  path: "paas/identity-provider/remove",
  envelope: "data",
  title: {
    zh: "移除单点登录",
    en: "Remove the identity provider of the space, its links and the sessions that it opened",
  },
  access: administrator,
  stepUp: true,
  limit: { max: 30, windowSeconds: 60 },
  input: z.strictObject({}),
  output: z.object({ ok: z.literal(true) }),
  async run(_input, context) {
    await removeProvider(context);
    return { ok: true as const };
  },
});

export default removeProviderCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/identity-provider/remove": typeof removeProviderCall;
  }
}
