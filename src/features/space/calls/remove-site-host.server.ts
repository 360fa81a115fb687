import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { idInput } from "#records/query/row-input.server.ts";
import { removeSiteHost } from "../site-hosts.server.ts";

const removeHost = defineCall({
  method: "POST",
  path: "paas/site/hosts/delete",
  envelope: "data",
  title: { zh: "移除自定义域名", en: "Remove a custom domain" },
  access: administrator,
  stepUp: true,
  input: z.strictObject({ id: idInput }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id }, context) {
    await removeSiteHost(context, id);
    return { ok: true as const };
  },
});

export default removeHost;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/site/hosts/delete": typeof removeHost;
  }
}
