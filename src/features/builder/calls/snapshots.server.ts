import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { listSnapshots } from "#records/site/publish.server.ts";
import { readDraft } from "#features/builder/server/draft.server.ts";

const snapshots = defineCall({
  method: "GET",
  path: "Api/SitePage/Snapshots",
  envelope: "site",
  title: { zh: "查询发布记录", en: "List a page’s published versions, newest first" },
  access: rowAccess("read", "page"),
  input: z.object({ pageId: z.uuid() }),
  output: z.array(
    z.object({
      id: z.string(),
      number: z.number(),
      rev: z.number(),
      note: z.string(),
      memberName: z.string(),
      createdAt: z.string(),
      isPublished: z.boolean(),
      /** The theme of the site at the time of publishing; null when it is unknown. */
      theme: z
        .object({ name: z.object({ zh: z.string().optional(), en: z.string().optional() }), version: z.number() })
        .nullable(),
    }),
  ),
  run: ({ pageId }, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      // An unknown page is "not found", not a page without versions.
      await readDraft(tx, principal, pageId);
      return listSnapshots(tx, { tenantId: principal.tenantId, pageId });
    }),
});

export default snapshots;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SitePage/Snapshots": typeof snapshots;
  }
}
