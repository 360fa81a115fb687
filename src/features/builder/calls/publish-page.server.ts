import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { publishPage } from "#records/site/publish.server.ts";
import { lockDraft } from "#features/builder/server/draft.server.ts";
import { refuseIncomplete } from "#features/builder/server/publish-check.server.ts";

const revisionChanged = {
  zh: "有人刚刚保存了这个页面，请确认后再发布",
  en: "Someone has just saved this page. Review it, then publish again.",
};

const publish = defineCall({
  method: "POST",
  path: "Api/Java/PublishPage",
  envelope: "site",
  title: { zh: "发布页面", en: "Publish a page’s draft; visitors see it immediately" },
  access: administrator,
  stepUp: true,
  input: z.object({
    pageId: z.uuid(),
    themeId: z.string().max(60).optional(),
    /** The revision to publish; refused when the draft has a newer one. */
    rev: z.number().int().min(0).optional(),
    /** A note on what is new, shown in the list of versions. */
    note: z.string().trim().max(200).default(""),
  }),
  output: z.object({ ok: z.literal(true), snapshotId: z.string(), version: z.number(), time: z.string() }),
  async run({ pageId, rev, note }, context) {
    const { tenantId, memberId } = context.principal;
    return context.services.database.tenant(tenantId, async (tx) => {
      const draft = await lockDraft(tx, context.principal, pageId);
      if (rev !== undefined && rev !== draft.rev)
        throw new Problem("conflict", revisionChanged, { data: { rev: draft.rev } });
      refuseIncomplete(draft, context.entities);
      const { id, number, createdAt } = await publishPage(tx, context, { tenantId, pageId, memberId, note });
      return { ok: true as const, snapshotId: id, version: number, time: createdAt };
    });
  },
});

export default publish;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Java/PublishPage": typeof publish;
  }
}
