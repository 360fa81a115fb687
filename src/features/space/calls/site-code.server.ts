import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { changeSiteCode } from "../site-code.server.ts";

const siteCode = defineCall({
  method: "POST",
  path: "paas/site/code",
  envelope: "data",
  title: { zh: "修改站点地址", en: "Change the subdomain of the space’s site" },
  access: administrator,
  stepUp: true,
  limit: { max: 20, windowSeconds: 60 },
  input: z.strictObject({ code: z.string().max(100) }),
  /** `origin` as in `GET api/user/View`. */
  output: z.object({ code: z.string(), origin: z.string().nullable() }),
  async run(input, context) {
    const code = await changeSiteCode(context, input.code);
    return { code, origin: await context.services.tenants.originOf(context.principal.tenantId) };
  },
});

export default siteCode;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/site/code": typeof siteCode;
  }
}
