import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { siteHostOutput } from "../site-host-output.server.ts";
import { listSiteHosts } from "../site-hosts.server.ts";

const siteHosts = defineCall({
  method: "GET",
  path: "paas/site/hosts",
  envelope: "data",
  title: { zh: "查询自定义域名", en: "List the custom domains of the space" },
  access: administrator,
  input: z.strictObject({}),
  output: z.array(siteHostOutput),
  run: (_input, context) => listSiteHosts(context),
});

export default siteHosts;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/site/hosts": typeof siteHosts;
  }
}
