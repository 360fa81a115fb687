import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { testProvider } from "../provider-settings.server.ts";

const testProviderCall = defineCall({
  method: "POST",
  path: "paas/identity-provider/test",
  envelope: "data",
  title: { zh: "测试单点登录连接", en: "Try the stored identity provider: configuration, client id and secret" },
  access: administrator,
  stepUp: true,
  limit: { max: 10, windowSeconds: 60 },
  input: z.strictObject({}),
  output: z.object({ works: z.boolean(), text: z.object({ zh: z.string(), en: z.string() }) }),
  run: (_input, context) => testProvider(context),
});

export default testProviderCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/identity-provider/test": typeof testProviderCall;
  }
}
