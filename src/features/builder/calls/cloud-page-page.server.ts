import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { listEntries } from "#features/builder/market/door.server.ts";
import { filterInput, pagingInput, wireEntry, wireEntryOf } from "#features/builder/market/entry.server.ts";
import { requirePage } from "#features/builder/market/take.server.ts";

const cloudPagePage = defineCall({
  method: "GET",
  path: "Api/CloudPage/Page",
  envelope: "site",
  title: { zh: "分页查询云页面", en: "List cloud pages, page by page" },
  access: rowAccess("update", "page"),
  input: z.object({
    /** The page into which one of them would be copied. */
    pageId: z.uuid(),
    ...filterInput,
    ...pagingInput,
  }),
  output: z.object({ pageIndex: z.number(), pageSize: z.number(), total: z.number(), rows: z.array(wireEntry) }),
  async run({ pageId, pageIndex, pageSize, ...filter }, context) {
    const { principal, services } = context;
    await requirePage(context, pageId);
    const kinds = ["page"] as const;
    const { total, rows } = await listEntries(services, principal, { ...filter, kinds }, { pageIndex, pageSize });
    return { pageIndex, pageSize, total, rows: rows.map((entry) => wireEntryOf(entry, context)) };
  },
});

export default cloudPagePage;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/CloudPage/Page": typeof cloudPagePage;
  }
}
