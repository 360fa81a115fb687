import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readDraft } from "#features/builder/server/draft.server.ts";
import { addableComponents, wireComponent } from "#features/builder/wire/component.server.ts";
import { pageIdOf } from "#features/builder/wire/page-id.server.ts";

/** Components per page of the list. */
const pageSize = 15;

const listComponents = defineCall({
  method: "POST",
  path: "Api/DiyWidget/GetListByUrl",
  envelope: "site",
  title: { zh: "查询可用组件", en: "List the components that a page can have, page by page" },
  access: rowAccess("read", "page"),
  safe: true,
  input: z.object({
    pageIndex: z.int().min(1).max(1000),
    diyPageInfo: z.unknown().optional(),
    /** A class of `api/Diywidget/class`; all without one. */
    classId: z.string().max(60).optional(),
  }),
  output: z.object({
    pageIndex: z.number(),
    pageSize: z.number(),
    total: z.number(),
    rows: z.array(wireComponent),
  }),
  async run({ pageIndex, diyPageInfo, classId }, { principal, services, locale }) {
    const pageId = pageIdOf(diyPageInfo);
    // An unknown page is "not found", not a page with components.
    await services.database.tenant(principal.tenantId, (tx) => readDraft(tx, principal, pageId));
    const components = addableComponents(locale, classId);
    return {
      pageIndex,
      pageSize,
      total: components.length,
      rows: components.slice((pageIndex - 1) * pageSize, pageIndex * pageSize),
    };
  },
});

export default listComponents;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/DiyWidget/GetListByUrl": typeof listComponents;
  }
}
