import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { siteHostOutput } from "../site-host-output.server.ts";
import { addSiteHost } from "../site-hosts.server.ts";

const addHost = defineCall({
  method: "POST",
  path: "paas/site/hosts/add",
  envelope: "data",
  title: { zh: "添加自定义域名", en: "Add a custom domain; it is pending until its TXT record is found" },
  access: administrator,
  stepUp: true,
  limit: { max: 20, windowSeconds: 60 },
  input: z.strictObject({ host: z.string().max(300) }),
  output: siteHostOutput,
  run: ({ host }, context) => addSiteHost(context, host),
});

export default addHost;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/site/hosts/add": typeof addHost;
  }
}
