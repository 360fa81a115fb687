import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { listShares, shareToken } from "#records/site/share.server.ts";
import { readDraft } from "#features/builder/server/draft.server.ts";

const shares = defineCall({
  method: "GET",
  path: "Api/SitePage/Shares",
  envelope: "site",
  title: { zh: "查询分享链接", en: "List the active links to a page’s draft, newest first" },
  access: administrator,
  input: z.object({ pageId: z.uuid() }),
  output: z.array(
    z.object({
      id: z.string(),
      token: z.string(),
      memberName: z.string(),
      expiresAt: z.string(),
      createdAt: z.string(),
    }),
  ),
  sensitive: true,
  run: ({ pageId }, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      await readDraft(tx, principal, pageId);
      const rows = await listShares(tx, { tenantId: principal.tenantId, pageId });
      return rows.map((link) => ({ ...link, token: shareToken(services.pepper, link.id) }));
    }),
});

export default shares;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SitePage/Shares": typeof shares;
  }
}
