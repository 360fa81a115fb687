import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageDocument } from "#kit/document-schema.ts";
import { themeTokens } from "#kit/site-schema.ts";
import { cleanDocument } from "#features/builder/market/clean-document.server.ts";
import { wireEntry, wireEntryOf } from "#features/builder/market/entry.server.ts";
import { itemFor } from "#features/builder/market/take.server.ts";

const marketItem = defineCall({
  method: "GET",
  path: "Api/Market/Item",
  envelope: "site",
  title: { zh: "查询市场项目的内容", en: "Get an item of the market with its content, for a preview" },
  access: rowAccess("read", "page"),
  input: z.object({ id: z.uuid(), edition: z.coerce.number().int().min(1).max(100_000).optional() }),
  output: wireEntry.extend({
    /** Sections or a page; its files are still those of the space that offers it. */
    page: z.optional(pageDocument),
    /** Of a theme. */
    tokens: z.optional(themeTokens),
    /** That come with a theme. */
    themePages: z.array(z.object({ key: z.string(), path: z.string(), page: pageDocument })),
  }),
  async run(wanted, context) {
    const { entry, document } = await itemFor(context, wanted);
    const { pages = [], ...content } = cleanDocument(document).document;
    return { ...wireEntryOf(entry, context), ...content, themePages: pages };
  },
});

export default marketItem;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Market/Item": typeof marketItem;
  }
}
