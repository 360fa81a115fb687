import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { rollbackPage } from "#records/site/publish.server.ts";

const rollback = defineCall({
  method: "POST",
  path: "Api/SitePage/Rollback",
  envelope: "site",
  title: { zh: "回滚页面", en: "Roll a page back to an earlier published version; the draft is kept" },
  access: administrator,
  stepUp: true,
  input: z.strictObject({ pageId: z.uuid(), snapshotId: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
  run: ({ pageId, snapshotId }, context) =>
    context.services.database.tenant(context.principal.tenantId, async (tx) => {
      await rollbackPage(tx, context, { tenantId: context.principal.tenantId, pageId, snapshotId });
      return { ok: true as const };
    }),
});

export default rollback;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/Rollback": typeof rollback;
  }
}
