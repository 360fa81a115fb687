import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { filterInput, pagingInput, wirePage, wirePageOf } from "#features/builder/market/entry.server.ts";
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
  output: wirePage,
  async run({ pageId, ...query }, context) {
    if (pageId !== undefined) await requirePage(context, pageId);
    return wirePageOf(context, { ...query, kinds: ["group"] });
  },
});

export default widgetGroupPage;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/WidgetGroup/Page": typeof widgetGroupPage;
  }
}
