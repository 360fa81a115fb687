import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { marketKindNames } from "#kit/market.ts";
import { listEntries } from "#features/builder/market/door.server.ts";
import { filterInput, pagingInput, wireEntry, wireEntryOf } from "#features/builder/market/entry.server.ts";

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
  output: z.object({ pageIndex: z.number(), pageSize: z.number(), total: z.number(), rows: z.array(wireEntry) }),
  async run({ pageIndex, pageSize, kind, ...filter }, context) {
    const { principal, services } = context;
    const kinds = kind === undefined ? undefined : [kind];
    const { total, rows } = await listEntries(services, principal, { ...filter, kinds }, { pageIndex, pageSize });
    return { pageIndex, pageSize, total, rows: rows.map((entry) => wireEntryOf(entry, context)) };
  },
});

export default marketPage;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Market/Page": typeof marketPage;
  }
}
