import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { filterInput, pagingInput, wirePage, wirePageOf } from "#features/builder/market/entry.server.ts";
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
  output: wirePage,
  async run({ pageId, ...query }, context) {
    await requirePage(context, pageId);
    return wirePageOf(context, { ...query, kinds: ["page"] });
  },
});

export default cloudPagePage;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/CloudPage/Page": typeof cloudPagePage;
  }
}
