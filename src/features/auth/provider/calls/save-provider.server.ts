import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { providerInput } from "../provider-input.server.ts";
import { saveProvider } from "../provider-settings.server.ts";

const saveProviderCall = defineCall({
  method: "POST",
  path: "paas/identity-provider/save",
  envelope: "data",
  title: {
    zh: "保存单点登录设置",
    en: "Store the identity provider of the space; without `secret`, the stored client secret stays",
  },
  access: administrator,
  stepUp: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: providerInput,
  output: z.object({ ok: z.literal(true) }),
  async run(input, context) {
    await saveProvider(context, input);
    return { ok: true as const };
  },
});

export default saveProviderCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/identity-provider/save": typeof saveProviderCall;
  }
}
