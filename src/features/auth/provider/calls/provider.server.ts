import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { providerOutput } from "../provider-input.server.ts";
import { providerSettings } from "../provider-settings.server.ts";

const providerCall = defineCall({
  method: "GET",
  path: "paas/identity-provider",
  envelope: "data",
  title: { zh: "查询单点登录设置", en: "Get the identity provider of the space, without its client secret" },
  access: administrator,
  sensitive: true,
  input: z.strictObject({}),
  output: z.object({ provider: providerOutput.nullable(), redirects: z.array(z.string()) }),
  run: (_input, context) => providerSettings(context),
});

export default providerCall;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/identity-provider": typeof providerCall;
  }
}
