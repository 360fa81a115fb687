import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageDocument } from "#kit/document-schema.ts";
import { site as siteSchema } from "#kit/site-schema.ts";
import { listSnapshots } from "#records/site/publish.server.ts";
import { readSite } from "#records/site/site.server.ts";
import { mapTilesOf } from "#server/env.server.ts";
import { readDraft } from "#features/builder/server/draft.server.ts";
import { lastSaveOf } from "#features/builder/server/save-page.server.ts";

const getPageInfo = defineCall({
  method: "POST",
  path: "Api/SitePage/GetPageInfo",
  envelope: "site",
  title: { zh: "查询页面草稿", en: "Get a page’s draft for editing" },
  access: rowAccess("read", "page"),
  safe: true,
  input: z.object({
    id: z.uuid(),
    /** Required by the contract; the owner of the page follows from its id alone (T-51). */
    diyPageInfo: z.unknown(),
    tabId: z.string().max(60).optional(),
  }),
  output: z.object({
    pageId: z.string(),
    path: z.string(),
    rev: z.number(),
    savedAt: z.string(),
    savedBy: z.string(),
    /** The published version; null while nothing is published. */
    published: z.object({ id: z.string(), number: z.number(), rev: z.number(), createdAt: z.string() }).nullable(),
    /** A page as the builder reads it (N-012); its widgets and nodes are in `page.records`. */
    diyPageInfo: z.object({
      pageId: z.string(),
      page: pageDocument,
      /** Ids of unreadable records, which are replaced by placeholders. */
      broken: z.array(z.string()),
      theme: siteSchema,
    }),
    /** The source of map tiles; null if the operator has set none. */
    mapTiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  }),
  run: ({ id }, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      const draft = await readDraft(tx, principal, id);
      const snapshots = await listSnapshots(tx, { tenantId: principal.tenantId, pageId: id });
      const published = snapshots.find((snapshot) => snapshot.isPublished) ?? null;
      const site = await readSite(tx.rows, principal.tenantId);
      const saved = await lastSaveOf(tx, draft, principal.tenantId);
      return {
        pageId: id,
        path: draft.path,
        rev: draft.rev,
        ...saved,
        published,
        diyPageInfo: { pageId: id, page: draft.page, broken: draft.broken, theme: site },
        mapTiles: mapTilesOf(services.env) ?? null,
      };
    }),
});

export default getPageInfo;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/SitePage/GetPageInfo": typeof getPageInfo;
  }
}
