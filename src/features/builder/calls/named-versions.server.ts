import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readDraft } from "#features/builder/server/draft.server.ts";
import { listNamedVersions } from "#features/builder/server/revisions.server.ts";

const namedVersions = defineCall({
  method: "GET",
  path: "Api/SitePage/NamedVersions",
  envelope: "site",
  title: { zh: "查询命名版本", en: "List the named versions of a page’s draft, newest first" },
  access: rowAccess("read", "page"),
  input: z.object({ pageId: z.uuid() }),
  output: z.array(
    z.object({ id: z.string(), name: z.string(), rev: z.number(), memberName: z.string(), createdAt: z.string() }),
  ),
  run: ({ pageId }, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      // An unknown page is "not found", not a page without versions.
      await readDraft(tx, principal, pageId);
      return listNamedVersions(tx, { tenantId: principal.tenantId, pageId });
    }),
});

export default namedVersions;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SitePage/NamedVersions": typeof namedVersions;
  }
}
