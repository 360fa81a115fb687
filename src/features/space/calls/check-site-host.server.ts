import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { idInput } from "#records/query/row-input.server.ts";
import { siteHostOutput } from "../site-host-output.server.ts";
import { checkSiteHost } from "../site-hosts.server.ts";

const checkHost = defineCall({
  method: "POST",
  path: "paas/site/hosts/check",
  envelope: "data",
  title: { zh: "检查自定义域名", en: "Check the DNS record of a custom domain now" },
  access: administrator,
  limit: { max: 20, windowSeconds: 60 },
  input: z.strictObject({ id: idInput }),
  output: siteHostOutput,
  run: ({ id }, context) => checkSiteHost(context, id),
});

export default checkHost;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/site/hosts/check": typeof checkHost;
  }
}
