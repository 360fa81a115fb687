import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageDocument } from "#kit/document-schema.ts";
import { marketKindNames } from "#kit/market.ts";
import { answerRepeatedTake, itemFor, takeItem } from "#features/builder/market/take.server.ts";

const marketTake = defineCall({
  method: "POST",
  path: "Api/Market/Take",
  envelope: "site",
  title: {
    zh: "取用市场项目：复制它的文件，得到可插入页面的组件，或新建主题",
    en: "Take an item of the market: copies its files, and returns sections to insert, or adds its theme",
  },
  access: rowAccess("update", "page"),
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({ id: z.uuid(), edition: z.int().min(1).max(100_000).optional() }),
  output: z.object({
    id: z.string(),
    edition: z.number(),
    kind: z.enum(marketKindNames),
    page: z.optional(pageDocument),
    themeId: z.string().optional(),
  }),
  // A page may be large, and whoever takes it again changes nothing.
  idempotent: { keep: ({ id, themeId }) => ({ id: themeId ?? id }), rebuild: answerRepeatedTake },
  run: async (wanted, context) => takeItem(context, await itemFor(context, wanted)),
});

export default marketTake;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Market/Take": typeof marketTake;
  }
}
