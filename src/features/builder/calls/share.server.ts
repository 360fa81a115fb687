import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { addShare, shareToken } from "#records/site/share.server.ts";
import { readDraft } from "#features/builder/server/draft.server.ts";

const emptyPage = { zh: "页面还没有内容，请先编辑并保存", en: "This page is empty. Edit and save it first." };

const share = defineCall({
  method: "POST",
  path: "Api/SitePage/Share",
  envelope: "site",
  title: {
    zh: "分享草稿",
    en: "Create a link that lets people without an account read a page’s draft for up to 90 days",
  },
  access: administrator,
  stepUp: true,
  input: z.strictObject({ pageId: z.uuid(), days: z.int().min(1).max(90) }),
  output: z.object({ id: z.string(), token: z.string(), expiresAt: z.string() }),
  sensitive: true,
  run: ({ pageId, days }, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      const { tenantId, memberId } = principal;
      const { isStored } = await readDraft(tx, principal, pageId);
      if (!isStored) throw new Problem("conflict", emptyPage);
      const { id, expiresAt } = await addShare(tx, { tenantId, pageId, memberId, days });
      return { id, expiresAt, token: shareToken(services.pepper, id) };
    }),
});

export default share;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/Share": typeof share;
  }
}
