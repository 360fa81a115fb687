import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import type { StoredPage } from "#kit/page.ts";
import { pageDocument } from "#kit/document-schema.ts";
import { Problem } from "#kit/problem.ts";
import page from "#entities/page.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { readPage } from "#render/page/read-page.ts";

const notFoundText = { zh: "版本不存在", en: "Version not found" };

const snapshot = defineCall({
  method: "GET",
  path: "Api/SitePage/Snapshot",
  envelope: "site",
  title: { zh: "查询页面的版本", en: "Get the content of one version of a page, published or named" },
  access: rowAccess("read", "page"),
  /** `snapshotId`: the id of a published version or of a named version of the draft. */
  input: z.object({ pageId: z.uuid(), snapshotId: z.uuid() }),
  output: z.object({ page: pageDocument, broken: z.array(z.string()) }),
  run: ({ pageId, snapshotId }, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      const [row] = await tx.rows<{ document: StoredPage }>(sql`
        select s.document from (
          select id, tenant_id, page_id, document from page_snapshot
          union all select id, tenant_id, page_id, document from page_revision where document is not null) s
        where s.tenant_id = ${principal.tenantId}::uuid and s.page_id = ${pageId}::uuid and s.id = ${snapshotId}::uuid
          and s.page_id in (select id from page where ${permittedRowsSql(principal, page, "read")})`);
      if (row === undefined) throw new Problem("notFound", notFoundText);
      return readPage(row.document);
    }),
});

export default snapshot;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SitePage/Snapshot": typeof snapshot;
  }
}
