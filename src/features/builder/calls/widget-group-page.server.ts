import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { listEntries } from "#features/builder/market/door.server.ts";
import { filterInput, pagingInput, wireEntry, wireEntryOf } from "#features/builder/market/entry.server.ts";
import { requirePage } from "#features/builder/market/take.server.ts";

const widgetGroupPage = defineCall({
  method: "GET",
  path: "Api/WidgetGroup/Page",
  envelope: "site",
  title: { zh: "分页查询组件组", en: "List groups of components, page by page" },
  access: rowAccess("update", "page"),
  input: z.object({
    /** The page into which one of them would be copied. */
    pageId: z.uuid().optional(),
    ...filterInput,
    ...pagingInput,
  }),
  output: z.object({ pageIndex: z.number(), pageSize: z.number(), total: z.number(), rows: z.array(wireEntry) }),
  async run({ pageId, pageIndex, pageSize, ...filter }, context) {
    const { principal, services } = context;
    if (pageId !== undefined) await requirePage(context, pageId);
    const kinds = ["group"] as const;
    const { total, rows } = await listEntries(services, principal, { ...filter, kinds }, { pageIndex, pageSize });
    return { pageIndex, pageSize, total, rows: rows.map((entry) => wireEntryOf(entry, context)) };
  },
});

export default widgetGroupPage;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/WidgetGroup/Page": typeof widgetGroupPage;
  }
}
