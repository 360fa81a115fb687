import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { removeShare } from "#records/site/share.server.ts";
import { readDraft } from "#features/builder/server/draft.server.ts";

const unshare = defineCall({
  method: "POST",
  path: "Api/SitePage/Unshare",
  envelope: "site",
  title: { zh: "撤销分享链接", en: "Revoke a link to a page’s draft immediately" },
  access: administrator,
  input: z.strictObject({ pageId: z.uuid(), id: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
  run: ({ pageId, id }, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      await readDraft(tx, principal, pageId);
      await removeShare(tx, { tenantId: principal.tenantId, pageId }, id);
      return { ok: true as const };
    }),
});

export default unshare;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/Unshare": typeof unshare;
  }
}
