import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { type CallContext, defineCall } from "#kit/call.ts";
import { pageDocument } from "#kit/document-schema.ts";
import { marketKindNames } from "#kit/market.ts";
import { textIn } from "#kit/text.ts";
import { answerRepeatedTake, itemFor, type Taken, takeItem } from "#features/builder/market/take.server.ts";

/** What was taken, in the language of its reader. */
const answerIn = ({ locale }: Pick<CallContext, "locale">, taken: Taken) =>
  taken.pages === undefined
    ? taken
    : { ...taken, pages: taken.pages.map((page) => ({ ...page, title: textIn(page.title, locale) })) };

const marketTake = defineCall({
  method: "POST",
  path: "Api/Market/Take",
  envelope: "site",
  title: {
    zh: "取用市场项目：复制它的文件，得到可插入页面的组件，或新建主题和它的页面",
    en: "Take an item of the market: copies its files, and returns sections to insert, or adds its theme with its pages",
  },
  access: rowAccess("update", "page"),
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({
    id: z.uuid(),
    edition: z.int().min(1).max(100_000).optional(),
    /** Of a theme: false for its look alone. */
    withPages: z.boolean().default(true),
  }),
  output: z.object({
    id: z.string(),
    edition: z.number(),
    kind: z.enum(marketKindNames),
    page: z.optional(pageDocument),
    themeId: z.string().optional(),
    /** The drafts that came with a theme, which are only in it. */
    pages: z.array(z.object({ id: z.string(), path: z.string(), title: z.string() })).optional(),
  }),
  // A page may be large, and whoever takes it again changes nothing.
  idempotent: {
    keep: ({ id, themeId }) => ({ id: themeId ?? id }),
    rebuild: async (stored, context, wanted) => answerIn(context, await answerRepeatedTake(stored, context, wanted)),
  },
  run: async ({ withPages, ...wanted }, context) =>
    answerIn(context, await takeItem(context, await itemFor(context, wanted), withPages)),
});

export default marketTake;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Market/Take": typeof marketTake;
  }
}
