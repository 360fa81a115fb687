import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { marketKindNames } from "#kit/market.ts";
import { filterInput, pagingInput, wirePage, wirePageOf } from "#features/builder/market/entry.server.ts";

const marketPage = defineCall({
  method: "GET",
  path: "Api/Market/Page",
  envelope: "site",
  title: { zh: "分页查询市场项目", en: "List the items of the market that the space sees, page by page" },
  access: rowAccess("read", "page"),
  input: z.object({
    kind: z.enum(marketKindNames).optional(),
    widgetId: z.string().max(60).optional(),
    scope: z.enum(["all", "own"]).default("all"),
    ...filterInput,
    ...pagingInput,
  }),
  output: wirePage,
  run: ({ kind, ...query }, context) =>
    wirePageOf(context, { ...query, kinds: kind === undefined ? undefined : [kind] }),
});

export default marketPage;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Market/Page": typeof marketPage;
  }
}
